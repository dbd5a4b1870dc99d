#pragma once

#include <optional>

#include "spec/common.h"
#include "spec/volumes.h"

// Mounts, the shared root, and container images in jobs.

namespace skiff::spec {

struct Mount : Record {
  Text storage, path, sub_path;
  Bool read_only;
  Texts node_sets;
  Bool login;
  void each(auto&& f) {
    f("storage", storage), f("path", path), f("subPath", sub_path), f("readOnly", read_only);
    f("nodeSets", node_sets), f("login", login);
  }
};

struct Populate : Record, Placement {
  Text policy;
  void each(auto&& f) { f("policy", policy), each_placement(f); }
};

struct Exempt : Record {
  Texts users, groups, partitions, accounts;
  void each(auto&& f) { f("users", users), f("groups", groups), f("partitions", partitions), f("accounts", accounts); }
};

struct NoJail : Record {
  Texts users, groups;
  void each(auto&& f) { f("users", users), f("groups", groups); }
};

struct JailAdmins : Record {
  Texts users, groups;
  void each(auto&& f) { f("users", users), f("groups", groups); }
};

struct Jail : Record {
  Text storage, version;
  Populate populate;
  Text mode;
  Texts root_options;
  Bool hide_processes;
  Texts capabilities;
  JailAdmins admins;
  Text on_failure;
  Exempt exempt;
  NoJail no_jail;
  Bool root_is_trusted;
  void each(auto&& f) {
    f("storage", storage), f("version", version), f("populate", populate), f("mode", mode),
        f("rootOptions", root_options);
    f("hideProcesses", hide_processes), f("capabilities", capabilities), f("admins", admins);
    f("onFailure", on_failure), f("exempt", exempt);
    f("noJail", no_jail), f("rootIsTrusted", root_is_trusted);
  }
};

struct ContainerRuntime : Record {
  Text memory, storage;
  void each(auto&& f) { f("memory", memory), f("storage", storage); }
};

struct Eviction : Record, Placement {
  void each(auto&& f) { each_placement(f); }
};

struct ImportCache : Record {
  Bool enabled;
  Text storage, max_size, unused_for;
  Eviction eviction;
  void each(auto&& f) {
    f("enabled", enabled), f("storage", storage), f("maxSize", max_size), f("unusedFor", unused_for);
    f("eviction", eviction);
  }
};

struct Pyxis : Record {
  Text scope;
  Bool entrypoint;
  ContainerRuntime runtime;
  ImportCache import_cache;
  TextMap enroot;
  void each(auto&& f) {
    f("scope", scope), f("entrypoint", entrypoint), f("runtime", runtime), f("importCache", import_cache);
    f("enroot", enroot);
  }
};

struct Oci : Record {
  Text runtime;
  Settings config;
  void each(auto&& f) { f("runtime", runtime), f("config", config); }
};

struct Containers : Record {
  std::optional<Pyxis> pyxis;
  std::optional<Oci> oci;
  void each(auto&& f) { f("pyxis", pyxis), f("oci", oci); }
};

}  // namespace skiff::spec
