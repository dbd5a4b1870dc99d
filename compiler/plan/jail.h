#pragma once

#include <optional>
#include <string_view>

#include "embedded/shared.h"
#include "plan/plan.h"

// Paths of the jail in the pods. The jail's plugin, sshd and the mounts must agree on them.

namespace skiff {

/// The shared root, in worker, login and populating pods.
inline constexpr std::string_view jail_root = shared::paths::jailRoot;
/// The jail's /etc. libnss-extrausers in the images looks up users' names there.
inline constexpr std::string_view jail_users = shared::paths::jailUsers;

/// The mount of the complete jail at `jail_root`.
plan::Mount jail_mount(const plan::Text& storage, bool read_only = false);
/// The mount of the jail's /etc at `jail_users`, for the names of its users.
plan::Mount jail_users_mount(const plan::Text& storage);
/// The origin of the jail's administrators; nothing if nobody may be root in the jail with sudo.
std::optional<Origin> jail_admins(const plan::Plan& plan);
/// True for a mount of the jail itself, as opposed to a mount that users see inside the jail.
bool is_jails_own(const plan::Mount& mount);

}  // namespace skiff
