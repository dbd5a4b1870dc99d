#pragma once

#include <vector>

#include "plan/plan.h"

namespace skiff {

/// The mounts through which a pod looks up users: the files of users, and the sockets and the cache of sssd. With a
/// jail also an empty directory, which hides sssd's own sockets in the jail. No mounts if the users are those of the
/// images or of a jail.
std::vector<plan::Mount> user_mounts(const plan::Plan& plan);

/// True for a mount of `user_mounts`, and for the one through which pods look up the users of a jail.
bool is_user_mount(const plan::Mount& mount);

}  // namespace skiff
