#include "plan/jail.h"

namespace skiff {

plan::Mount jail_mount(const plan::Text& storage, bool read_only) {
  return {storage, {std::string(jail_root), storage.origin}, std::nullopt, {read_only, storage.origin}};
}

plan::Mount jail_users_mount(const plan::Text& storage) {
  const Origin& why = storage.origin;
  return {storage, {std::string(users_folder), why}, plan::Text{"etc", why}, {true, why}};
}

std::optional<Origin> jail_admins(const plan::Plan& plan) {
  if (!plan.jail) return std::nullopt;
  std::optional<Origin> admins;
  for (const auto* names : {&plan.jail->admin_users, &plan.jail->admin_groups})
    for (const plan::Text& name : *names) admins = admins ? *admins | name.origin : name.origin;
  return admins;
}

bool is_root_or_users(const plan::Mount& mount) { return *mount.path == jail_root || *mount.path == users_folder; }

}  // namespace skiff
