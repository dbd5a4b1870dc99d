#pragma once

#include <sys/un.h>

#include <string>

#include "spank-chroot/kernel/fd.h"

// Sockets of a path, which never block.

namespace skiff {

/// Throws std::system_error if the path is too long for a socket.
sockaddr_un unix_address(const std::string& path);

/// If it fails, the descriptor is empty and errno says why.
jail::Fd new_unix_socket();

/// A socket at this path that every user can connect to. Replaces a socket that an earlier process left there. Throws
/// std::system_error.
jail::Fd listen_at(const std::string& path);

/// The next connection. Without one, the descriptor is empty and errno is EAGAIN.
jail::Fd accept_at(const jail::Fd& listener);

}  // namespace skiff
