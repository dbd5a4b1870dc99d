#pragma once

#include <string_view>

#include "embedded/shared.h"
#include "plan/plan.h"

// Where the jail lies in the pods: places that its plugin, sshd and the mounts have to agree on.

namespace skiff {

/// The shared root, in worker, login and populating pods.
inline constexpr std::string_view jail_root = shared::paths::jailRoot;
/// Its /etc, where libnss-extrausers of the images looks for the users' names.
inline constexpr std::string_view jail_users = shared::paths::jailUsers;

/// The whole of it at its place.
plan::Mount jail_mount(const plan::Text& storage, bool read_only = false);
/// Its /etc, for the names of its users.
plan::Mount jail_users_mount(const plan::Text& storage);
/// True for a mount that shows a pod the jail itself, and not what people see in it.
bool is_jails_own(const plan::Mount& mount);

}  // namespace skiff
