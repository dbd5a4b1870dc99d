#pragma once

#include <optional>
#include <string_view>

#include "embedded/shared.h"
#include "plan/plan.h"

// Paths of the jail in the pods. The jail's plugin, sshd and the mounts must agree on them.

namespace skiff {

/// The shared root, in worker, login and populating pods.
inline constexpr std::string_view jail_root = shared::paths::jailRoot;
/// The directory in which libnss-extrausers of the images looks up names: the jail's /etc, or the files of spec.users.
inline constexpr std::string_view users_folder = shared::paths::users;

/// The mount of the complete jail at `jail_root`.
plan::Mount jail_mount(const plan::Text& storage, bool read_only = false);
/// The mount of the jail's /etc at `users_folder`, for the names of its users.
plan::Mount jail_users_mount(const plan::Text& storage);
/// The origin of the jail's administrators; nothing if nobody may be root in the jail with sudo.
std::optional<Origin> jail_admins(const plan::Plan& plan);
/// True for the mount of the jail or of the users' names, as opposed to a mount that users see.
bool is_root_or_users(const plan::Mount& mount);

}  // namespace skiff
