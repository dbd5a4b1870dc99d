#pragma once

#include <optional>
#include <string>

#include "lower/config_map.h"
#include "plan/plan.h"

namespace skiff {

/// The public keys of those that sign users' certificates, at this path in the output. Absent if sshd accepts no
/// certificates. `why` is why the pods have an sshd.
std::optional<MapFile> user_authorities(const plan::Sshd& sshd, std::string path, const Origin& why);

/// The limits of each user for limit-user.sh: on each line a name and a number, CPU in thousandths and memory in bytes.
/// Absent if users have no limits.
std::optional<MapFile> user_limits(const plan::Login& login);

/// The message of the day. Absent if the spec has none.
std::optional<MapFile> message_of_the_day(const plan::Login& login);

}  // namespace skiff
