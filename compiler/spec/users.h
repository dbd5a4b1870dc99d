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

struct DirectoryBind : Record {
  Text dn;
  PasswordSecret password_secret;
  void each(auto&& f) { f("dn", dn), f("passwordSecret", password_secret); }
};

struct Ldap : Record {
  Texts uris;
  Text base, user_base, group_base, schema;
  Bool id_mapping;
  std::optional<SourceKey> ca;
  std::optional<DirectoryBind> bind;
  Text access_filter, expire_policy, cache_for;
  void each(auto&& f) {
    f("uris", uris), f("base", base), f("userBase", user_base), f("groupBase", group_base), f("schema", schema);
    f("idMapping", id_mapping), f("ca", ca), f("bind", bind), f("accessFilter", access_filter);
    f("expirePolicy", expire_policy), f("cacheFor", cache_for);
  }
};

struct SssdConf : Record {
  Text secret_name;
  void each(auto&& f) { f("secretName", secret_name); }
};

struct Directory : Record {
  std::optional<Ldap> ldap;
  std::optional<SssdConf> sssd_conf;
  void each(auto&& f) { f("ldap", ldap), f("sssdConf", sssd_conf); }
};

struct Users : Record {
  std::optional<LocalUsers> local;
  std::optional<Source> file;
  std::optional<Directory> directory;
  void each(auto&& f) { f("local", local), f("file", file), f("directory", directory); }
};

}  // namespace skiff::spec
