#pragma once

#include <cstdint>

namespace jail {

/// The serial number of the calling process's session keyring (session-keyring(7)), or of its user's if it has joined
/// none. 0 if this process cannot use keys at all (a kernel without them, a container's seccomp filter).
std::int32_t session_keyring();

/// Gives the calling process an empty session keyring. The process can use it fully, also as another user; nobody else
/// can use it. Call it as root. root stays the owner, because a user can own at most 200 keys (kernel.keys.maxkeys,
/// proc_keys(5)) and a node can have more tasks of one user. Throws Failure.
void new_session_keyring();

}  // namespace jail
