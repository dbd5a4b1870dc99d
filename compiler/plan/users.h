#pragma once

#include <optional>
#include <vector>

#include "plan/common.h"

// Who may log in and run jobs, if the spec says it.

namespace skiff::plan {

struct Group {
  Text name;
  Int gid;
  Texts members;  ///< users who have it besides their primary group
  void each(auto&& f) const { f("name", name), f("gid", gid), f("members", members); }
};

struct User {
  Text name;
  Int uid, gid;
  Text comment, home, shell;
  Texts keys;  ///< lines of authorized_keys
  void each(auto&& f) const {
    f("name", name), f("uid", uid), f("gid", gid), f("comment", comment), f("home", home), f("shell", shell);
    f("keys", keys);
  }
};

/// The volume with the files in which libnss-extrausers of the images looks up names. Its ConfigMap has the users of the
/// spec, or it is the site's own ConfigMap or Secret. Then `groups` and `users` are empty.
struct Users {
  Text volume;
  std::vector<Group> groups;
  std::vector<User> users;
  void each(auto&& f) const { f("volume", volume), f("groups", groups), f("users", users); }
};

/// Who looks up users in the directory.
struct DirectoryBind {
  Text dn, secret, key;
  void each(auto&& f) const { f("dn", dn), f("passwordSecret", secret), f("passwordKey", key); }
};

struct Ldap {
  Texts uris;
  Text base;
  std::optional<Text> user_base, group_base;
  Text schema;
  Bool id_mapping;
  std::optional<SourceKey> ca;        ///< absent: the authorities that the image trusts
  std::optional<DirectoryBind> bind;  ///< absent: anonymous
  std::optional<Text> access_filter;
  Text expire_policy;
  Int cache_seconds;
  void each(auto&& f) const {
    f("uris", uris), f("base", base), f("userBase", user_base), f("groupBase", group_base), f("schema", schema);
    f("idMapping", id_mapping), f("ca", ca), f("bind", bind), f("accessFilter", access_filter);
    f("expirePolicy", expire_policy), f("cacheSeconds", cache_seconds);
  }
};

/// A directory in which sssd looks up users. Exactly one of `ldap` and `conf_secret` is set.
struct Directory {
  Text volume;  ///< the cache of sssd, and the sockets through which the other containers of a pod ask it
  std::optional<Ldap> ldap;
  std::optional<Text> conf_secret;  ///< Secret with the site's own sssd.conf
  void each(auto&& f) const { f("volume", volume), f("ldap", ldap), f("confSecret", conf_secret); }
};

}  // namespace skiff::plan
