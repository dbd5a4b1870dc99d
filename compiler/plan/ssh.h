#pragma once

#include <optional>
#include <string_view>

#include "plan/plan.h"

// How users prove who they are to sshd of the login pods and of the workers.

namespace skiff {

/// The file with the keys of the authorities, next to sshd_config.
inline constexpr std::string_view user_authorities_file = "user_authorities";

/// Why sshd of this login set asks PAM to check passwords or answers; nothing if it does not.
std::optional<Origin> asks_pam(const plan::Login& login);
/// The same for any login set.
std::optional<Origin> asks_pam(const plan::Plan& plan);

/// The object with the keys and certificates that sshd refuses; nullptr without one.
const plan::Source* revoked_keys(const plan::Sshd& sshd);

}  // namespace skiff
