#pragma once

#include <optional>

#include "lower/config_map.h"
#include "plan/plan.h"

namespace skiff {

/// The public keys of those that sign certificates of a login set's users. Absent if sshd accepts no certificates.
std::optional<MapFile> user_authorities(const plan::Login& login);

/// The limits of each user for limit-user.sh: on each line a name and a number, CPU in thousandths and memory in bytes.
/// Absent if users have no limits.
std::optional<MapFile> user_limits(const plan::Login& login);

/// The message of the day. Absent if the spec has none.
std::optional<MapFile> message_of_the_day(const plan::Login& login);

}  // namespace skiff
