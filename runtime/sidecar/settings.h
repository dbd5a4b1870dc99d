#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "common/log.h"
#include "common/spec_field.h"
#include "embedded/shared.h"

namespace skiff::sidecar {

/// Whether a StatefulSet keeps all pods of a node set (fixed), or power saving creates and deletes them (elastic).
enum class SetKind { fixed, elastic };

/// When to replace the pod of a node that checks have drained. Times in seconds.
struct Replace {
  std::vector<std::string> sets;
  std::vector<std::string> checks;  ///< the checks whose drains count; empty: all
  std::int64_t per_hour = spec_default("spec.health.afterDrain.replace.perHour");
  std::int64_t at_once = spec_default("spec.health.afterDrain.replace.atOnce");
  /// How long after a replacement the node may stay drained before it is left to an administrator.
  std::int64_t patience = spec_default("spec.health.afterDrain.replace.patience");
  /// If the node is drained again within this time after a replacement, it is left to an administrator.
  std::int64_t again = spec_default("spec.health.afterDrain.replace.again");
};

/// What to do with a node that checks have drained, once it is idle and has been drained for `wait` seconds.
struct AfterDrain {
  bool pods = false, machines = false;  ///< whether pods and Kubernetes nodes get a condition
  std::int64_t wait = spec_default("spec.health.afterDrain.wait");
  std::map<std::string, SetKind> sets;
  std::vector<std::string> checks, benchmarks;  ///< the names whose drains are ours
  std::optional<Replace> replace;
};

/// The nodes whose place in the topology follows from a label of the Kubernetes node that their pod runs on.
struct Topology {
  std::string name, label;
  std::set<std::string> units;  ///< the blocks or leaf switches
  std::set<std::string> nodes;
};

/// When to delete the pods of workers whose Kubernetes node has failed.
struct DeadNodes {
  std::int64_t after = spec_default("spec.controller.sidecar.deadNodes.after");     ///< seconds
  std::int64_t at_most = spec_default("spec.controller.sidecar.deadNodes.atMost");  ///< unreachable Kubernetes nodes
};

/// The token of a service, which a Secret holds.
struct ServiceToken {
  std::string secret, user;
  std::int64_t lifetime = spec_default("spec.auth.jwt.serviceTokens[].lifetime");  ///< seconds
};

/// What the program does, and its paths. The defaults are the paths in the pod.
struct Settings {
  std::string cluster, ns;  ///< names of the cluster and of the namespace
  std::string log_level{spec_field("spec.controller.sidecar.logLevel").preset};
  LogFormat log_format = LogFormat::text;
  bool power = false;  ///< there are elastic node sets
  std::optional<AfterDrain> after_drain;
  std::optional<Topology> topology;
  bool node_conditions = false;  ///< each worker's pod gets a condition with the state of its node
  std::optional<DeadNodes> dead_nodes;
  std::vector<ServiceToken> service_tokens;
  bool metrics = false;  ///< the exporter serves RUN/metrics

  /// True if a feature needs to see the nodes and their pods.
  bool need_nodes() const { return power || after_drain || topology || node_conditions || dead_nodes; }
  /// True if a feature needs the API server.
  bool need_api() const { return need_nodes() || !service_tokens.empty(); }

  std::string config = "/etc/slurm";                               ///< directory of slurmctld's mounted files
  std::string users;                                               ///< directory of the mounted users; empty: none
  std::string run = "/run/sidecar";                                ///< directory of files that live as long as the pod
  std::string wake = std::string(shared::paths::power) + "/wake";  ///< slurmctld's programs create it to wake us
  std::string record = std::string(shared::paths::controllerState) + "/after-drain.json";    ///< record of replacements
  std::string policy_record = std::string(shared::paths::controllerState) + "/policy.json";  ///< record of what was set
  std::string reservation_record = std::string(shared::paths::controllerState) +
                                   "/reservations.json";  ///< record of the reservations that it created
  std::string account = "/var/run/secrets/kubernetes.io/serviceaccount";  ///< directory of ca.crt and token
  std::string commands = "/usr/bin";                                      ///< directory of Slurm's commands
};

/// Reads the settings file. Throws std::runtime_error, which names the field.
Settings parse_settings(std::string_view text);

}  // namespace skiff::sidecar
