#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "catalogue.h"
#include "common/spec_field.h"

namespace skiff::health {

/// What is expected of a node, and how to react if it differs: one JSON file, which skiff compiles from the spec. If a
/// field is absent, nothing is expected, and its checks do not apply. docs/health.md describes each field.
struct Settings {
  struct Gpus {
    std::int64_t count = 0;
    std::string type;  ///< Slurm's gres type
    bool imex = false;
    std::string nvml = "libnvidia-ml.so.1";
  };
  struct Rdma {
    std::int64_t ports = 0;
    std::int64_t rate = 0;  ///< Gb/s, at least
    std::string link_layer{spec_field("spec.nodeSets[].rdma.linkLayer").preset};
    std::vector<std::string> ignore;  ///< device names, in which `*` matches any text
    bool gpu_direct = false;
  };
  struct Mount {
    std::string path;
    std::string type;  ///< of the file system; empty: any
    bool read_only = false;
    bool write = false;  ///< create and delete a file at each run
  };
  struct Cpus {
    std::int64_t count = 0;
    std::int64_t sockets = 0, cores_per_socket = 0, threads_per_core = 0;  ///< 0: not expected
  };
  struct Cgroup {
    std::int64_t version = 2;
    std::vector<std::string> controllers;
  };
  struct Jail {
    std::string path;
    std::string marker;   ///< a file in it, relative
    std::string version;  ///< the first line of that file
  };
  struct Leftovers {
    std::vector<std::string> folders;
    bool clean = false;
  };
  struct Custom {
    std::string folder;
    std::int64_t timeout = spec_default("spec.health.checks.timeout");  ///< seconds for each program
    std::vector<std::string> contexts = spec_default(spec_field("spec.health.checks.contexts"));
  };
  struct Recovery {
    std::int64_t good_runs = spec_default("spec.health.recovery.goodRuns");
    /// With this many drains within `window`, only an administrator resumes the node.
    std::int64_t max_drains = spec_default("spec.health.recovery.maxDrains");
    std::int64_t window = spec_default("spec.health.recovery.window");  ///< seconds
  };

  std::string folder = "/run/skiff/health";
  std::int64_t timeout = spec_default("spec.health.timeout");  ///< seconds for the whole run
  std::string log = "/proc/1/fd/2";
  std::string scontrol = "/usr/bin/scontrol";
  std::string slurm_conf;  ///< SLURM_CONF for scontrol; empty: scontrol finds it itself
  bool comment = false;    ///< write warnings to the node's Comment
  Recovery recovery;

  std::optional<Gpus> gpus;
  std::optional<Rdma> rdma;
  std::int64_t efa = 0;
  std::int64_t nvme = 0;
  std::vector<Mount> mounts;
  std::vector<std::string> space;
  std::int64_t real_memory = 0;  ///< MiB
  std::optional<Cpus> cpus;
  std::optional<Cgroup> cgroup;
  bool clock = false;
  std::vector<std::string> names;
  std::optional<Jail> jail;
  std::optional<Leftovers> leftovers;
  std::optional<Custom> custom;

  std::set<std::string, std::less<>> disabled;
  /// Changed levels, by check: {"gpu-driver": {unknown: critical}} turns unknown into critical.
  std::map<std::string, std::map<Level, Level>, std::less<>> levels;
  Catalogue catalogue;  ///< the built-in one, changed by the settings
};

/// Strict: an unknown or duplicate key, a wrong type or a number out of range throws std::runtime_error with the path
/// of the field (`gpus.count: must be a whole number from 1 to 64`). Settings that come from a field of the spec have
/// the range, default and values of the schema. For other settings, these are defined here.
Settings parse_settings(std::string_view json);

}  // namespace skiff::health
