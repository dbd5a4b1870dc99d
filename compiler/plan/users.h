#pragma once

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

}  // namespace skiff::plan
