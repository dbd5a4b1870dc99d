#pragma once

#include <optional>
#include <vector>

#include "spec/common.h"

// spec.users: who may log in and run jobs.

namespace skiff::spec {

struct LocalGroup : Record {
  Text name;
  Int gid;
  void each(auto&& f) { f("name", name), f("gid", gid); }
};

struct LocalUser : Record {
  Text name;
  Int uid;
  Text group;
  Texts groups;
  Text comment, home, shell;
  Texts keys;
  void each(auto&& f) {
    f("name", name), f("uid", uid), f("group", group), f("groups", groups), f("comment", comment), f("home", home);
    f("shell", shell), f("keys", keys);
  }
};

struct LocalUsers : Record {
  std::vector<LocalGroup> groups;
  std::vector<LocalUser> users;
  void each(auto&& f) { f("groups", groups), f("users", users); }
};

struct UsersFile : Record {
  Text config_map_name, secret_name;
  void each(auto&& f) { f("configMapName", config_map_name), f("secretName", secret_name); }
};

struct Users : Record {
  std::optional<LocalUsers> local;
  std::optional<UsersFile> file;
  void each(auto&& f) { f("local", local), f("file", file); }
};

}  // namespace skiff::spec
