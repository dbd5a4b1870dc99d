#include "lower/runtime/users.h"

#include <source_location>
#include <string>

namespace skiff {
namespace {

// No user has a password. `*` instead of `x` also keeps PAM from looking for an entry in shadow, which does not exist.
constexpr const char* no_password = ":*:";

MapFile passwd(const plan::Users& users) {
  MapFile file{"passwd", {"users/passwd", {}, {}}};
  for (const plan::User& user : users.users)
    file.file.line(*user.name + no_password + std::to_string(*user.uid) + ':' + std::to_string(*user.gid) + ':' +
                       *user.comment + ':' + *user.home + ':' + *user.shell,
                   user.name.origin | user.uid.origin | user.gid.origin | user.comment.origin | user.home.origin |
                       user.shell.origin);
  return file;
}

MapFile group(const plan::Users& users) {
  MapFile file{"group", {"users/group", {}, {}}};
  for (const plan::Group& group : users.groups) {
    const plan::Text members = plan::joined(group.members);
    file.file.line(*group.name + no_password + std::to_string(*group.gid) + ':' + *members,
                   group.name.origin | group.gid.origin | members.origin);
  }
  return file;
}

// sshd reads a user's lines with the command in sshd_config. The first line makes the file exist without keys, too.
MapFile authorized_keys(const plan::Users& users) {
  MapFile file{"authorized_keys", {"users/authorized_keys", {}, {}}};
  file.file.line("# Name of a user, and a key of the user. Made by skiff. Edit the spec, not this file.",
                 Origin::fixed(std::source_location::current().file_name(), std::source_location::current().line()) |
                     users.volume.origin);
  for (const plan::User& user : users.users)
    for (const plan::Text& key : user.keys) file.file.line(*user.name + ' ' + *key, user.name.origin | key.origin);
  return file;
}

}  // namespace

std::vector<MapFile> user_files(const plan::Plan& plan) {
  if (!plan.users || plan.users->users.empty()) return {};
  return {passwd(*plan.users), group(*plan.users), authorized_keys(*plan.users)};
}

}  // namespace skiff
