#include <algorithm>

#include "embedded/shared.h"
#include "plan/resolve_parts.h"
#include "spec/refuse.h"

namespace skiff {
namespace {

/// The group of each user's own, then those of the spec.
void resolve_local(const spec::LocalUsers& local, plan::Users& resolved, Diagnostics& diagnostics) {
  std::vector<std::string_view> names;
  for (const spec::LocalGroup& group : local.groups) names.push_back(*group.name);
  std::vector<plan::Group> groups;
  for (const spec::LocalGroup& group : local.groups) groups.push_back({group.name.tracked(), group.gid.tracked(), {}});
  // Each membership decides the line of the group that has it, and those of the groups that do not.
  Origin memberships;
  for (const spec::LocalUser& user : local.users)
    for (const spec::Text& name : user.groups) memberships |= name.origin;
  for (plan::Group& group : groups) group.name.origin |= memberships;
  const auto find = [&](std::string_view name) {
    return std::ranges::find_if(groups, [&](const plan::Group& group) { return *group.name == name; });
  };
  for (const spec::LocalUser& user : local.users) {
    plan::User made;
    made.name = user.name.tracked();
    made.uid = user.uid.tracked();
    made.gid = made.uid;
    if (!user.group) {
      resolved.groups.push_back({made.name, made.uid, {}});
    } else if (check_known("SKF213", user.group, names, "spec.users.local.groups", diagnostics)) {
      made.gid = find(*user.group)->gid;
      made.gid.origin |= user.group.origin;
    }
    for (const spec::Text& name : user.groups) {
      if (!check_known("SKF213", name, names, "spec.users.local.groups", diagnostics)) continue;
      find(*name)->members.push_back({*user.name, user.name.origin | name.origin});
    }
    made.comment = user.comment ? user.comment.tracked() : plan::Text{"", user.name.origin};
    made.home = user.home ? user.home.tracked() : plan::Text{"/home/" + *user.name, user.name.origin};
    made.shell = user.shell.tracked();
    made.keys = resolve_texts(user.keys);
    resolved.users.push_back(std::move(made));
  }
  std::ranges::move(groups, std::back_inserter(resolved.groups));
}

plan::KeyFiles files_of(plan::Text name) {
  const Origin why = name.origin;
  // Everybody may read the names of users.
  return {std::move(name), {false, why}, {"0444", why}, {}};
}

}  // namespace

std::optional<plan::Users> resolve_users(const spec::ClusterSpec& spec, plan::Plan& plan, Diagnostics& diagnostics) {
  // A rule refuses users beside a jail, which has its own.
  if (!spec.users || spec.jail) return std::nullopt;
  const auto& local = spec.users->local;
  const auto& file = spec.users->file;
  if (local && file) {
    forbid(diagnostics, "SKF206", *file,
           "may not be specified together with local: the files of users have exactly one source");
    return std::nullopt;
  }
  if (file && !names_one_object(*file, diagnostics)) return std::nullopt;
  if (!local && !file) {
    if (!spec.users->directory)
      require(diagnostics, "SKF206", *spec.users, "local", "give at least one of local, file, directory");
    return std::nullopt;
  }
  plan::Volume volume;
  if (local) {
    volume.name = plan::Text{"login-users", Origin::spec(local->span)};
    volume.config_map = files_of({*users_config_map_name(plan), plan.name.origin | volume.name.origin});
  } else if (file->config_map_name) {
    volume.name = plan::Text{"login-users", file->config_map_name.origin};
    volume.config_map = files_of(file->config_map_name.tracked());
  } else {
    volume.name = plan::Text{"login-users", file->secret_name.origin};
    volume.secret = files_of(file->secret_name.tracked());
  }
  plan::Users resolved;
  resolved.volume = volume.name;
  plan.storage.push_back(std::move(volume));
  if (local) resolve_local(*local, resolved, diagnostics);
  return resolved;
}

}  // namespace skiff
