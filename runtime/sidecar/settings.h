#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/spec_field.h"
#include "embedded/shared.h"

namespace skiff::sidecar {

/// How the pods of a node set come and go.
enum class SetKind { fixed, elastic };

/// Another pod for a node that checks have drained; times in seconds.
struct Replace {
  std::vector<std::string> sets;
  std::vector<std::string> checks;  ///< for which; empty: all
  std::int64_t per_hour = spec_default("spec.health.afterDrain.replace.perHour");
  std::int64_t at_once = spec_default("spec.health.afterDrain.replace.atOnce");
  /// How long the new pod has to prove good.
  std::int64_t patience = spec_default("spec.health.afterDrain.replace.patience");
  /// How long the same node is left to an administrator.
  std::int64_t again = spec_default("spec.health.afterDrain.replace.again");
};

/// What follows when a node is drained by checks, and idle for `wait` seconds.
struct AfterDrain {
  bool pods = false, machines = false;  ///< what gets a condition
  std::int64_t wait = spec_default("spec.health.afterDrain.wait");
  std::map<std::string, SetKind> sets;
  std::vector<std::string> checks, benchmarks;  ///< whose drains are ours
  std::optional<Replace> replace;
};

using LogFormat = fields::spec_controller_sidecar_logFormat;

/// What the program does, and where. The places have those of the pod as their defaults.
struct Settings {
  std::string cluster, ns;  ///< names: of the cluster, of the namespace
  std::string log_level{spec_field("spec.controller.sidecar.logLevel").preset};
  LogFormat log_format = LogFormat::text;
  bool power = false;  ///< there are elastic node sets
  std::optional<AfterDrain> after_drain;

  std::string config = "/etc/slurm";                               ///< folder that slurmctld's files are mounted at
  std::string run = "/run/sidecar";                                ///< folder for what lives as long as the pod
  std::string wake = std::string(shared::paths::power) + "/wake";  ///< file that slurmctld's programs make
  std::string record = std::string(shared::paths::controllerState) + "/after-drain.json";  ///< of replacements
  std::string policy_record =
      std::string(shared::paths::controllerState) + "/policy.json";       ///< of what sacctmgr has set
  std::string account = "/var/run/secrets/kubernetes.io/serviceaccount";  ///< folder of ca.crt and token
  std::string commands = "/usr/bin";                                      ///< folder of Slurm's commands
};

/// Reads the settings file; throws std::runtime_error that names the field.
Settings parse_settings(std::string_view text);

}  // namespace skiff::sidecar
