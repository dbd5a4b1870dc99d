#pragma once

#include <optional>

#include "plan/common.h"
#include "plan/volumes.h"

// Mounts, the shared root, and container images in jobs.

namespace skiff::plan {

struct Mount {
  Text storage, path;
  std::optional<Text> sub_path;
  Bool read_only;
  void each(auto&& f) const {
    f("storage", storage), f("path", path), f("subPath", sub_path), f("readOnly", read_only);
  }
};

/// The root that jobs and logins see, and the arguments of its plugin.
struct Jail {
  Text storage, version, policy, mode;
  Texts root_options;
  Bool hide_processes;
  Texts capabilities, admin_users, admin_groups;
  Text on_failure;
  Texts exempt_users, exempt_groups, exempt_partitions, exempt_accounts, no_jail_users, no_jail_groups;
  Placement populate;  ///< of the Job that copies the image into the volume
  void each(auto&& f) const {
    f("storage", storage), f("version", version), f("policy", policy), f("mode", mode), f("rootOptions", root_options);
    f("hideProcesses", hide_processes), f("capabilities", capabilities), f("adminUsers", admin_users),
        f("adminGroups", admin_groups);
    f("onFailure", on_failure);
    f("exemptUsers", exempt_users), f("exemptGroups", exempt_groups), f("exemptPartitions", exempt_partitions);
    f("exemptAccounts", exempt_accounts), f("noJailUsers", no_jail_users), f("noJailGroups", no_jail_groups),
        f("populate", populate);
  }
};

/// The cache of imported images.
struct ImportCache {
  Text storage;
  std::optional<Text> max_size;
  Int unused_for;      ///< seconds
  Placement eviction;  ///< of the CronJob that deletes images
  void each(auto&& f) const {
    f("storage", storage), f("maxSize", max_size), f("unusedFor", unused_for), f("eviction", eviction);
  }
};

/// Container images in jobs. The containers' root filesystems are in memory, on a volume, or, with neither, on the
/// Kubernetes node's disk.
struct Pyxis {
  Text scope;
  Bool entrypoint;
  std::optional<Text> memory, storage;
  std::optional<ImportCache> cache;
  Pairs enroot;
  void each(auto&& f) const {
    f("scope", scope), f("entrypoint", entrypoint), f("memory", memory), f("storage", storage);
    f("importCache", cache), f("enroot", enroot);
  }
};

/// OCI bundles in jobs, which Slurm itself runs with a program such as crun.
struct Oci {
  Text runtime;
  Pairs config;  ///< of oci.conf
  void each(auto&& f) const { f("runtime", runtime), f("config", config); }
};

}  // namespace skiff::plan
