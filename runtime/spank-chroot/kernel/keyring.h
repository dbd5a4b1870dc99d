#pragma once

#include <cstdint>

namespace jail {

/// The serial number of the session keyring (session-keyring(7)) that the calling process has, its user's own where it joined none; 0 where this
/// process can't use keys at all (a kernel without them, a container's filter).
std::int32_t session_keyring();

/// Gives the calling process an empty session keyring, which it may use as it likes, also as another user, and nobody else at all. Needs root, whose it
/// stays: a user may own no more than 200 keys (kernel.keys.maxkeys, proc_keys(5)), and a node can have more tasks of one user. Throws Failure.
void new_session_keyring();

}  // namespace jail
