#pragma once

#include <cstdint>
#include <optional>

#include "plan/settings.h"

namespace jail {

/// The variable in which jail-login tells pam_no_chroot the capabilities of `capabilities=`, as a number. sshd passes none
/// of its variables to sessions, and users cannot set sshd's.
inline constexpr const char* login_variable = "JAIL_LOGIN_CAPABILITIES";

/// The capabilities of the command of jail-login, one bit each: those of the settings, and what sshd itself needs. It can
/// mount only with `login-mounts=yes`.
std::uint64_t command_capabilities(const Settings& settings);

/// The capabilities that the programs of a session may have: what `variable` says, or all without it, but in any case not
/// those with which root could leave the jail. Nothing if `variable` is no number.
std::optional<std::uint64_t> session_capabilities(const char* variable);

}  // namespace jail
