#pragma once

#include <sys/types.h>

#include <string>

#include "gate/fd.h"

namespace skiff::gate {

/// The user at the other end of a connection, as the kernel knows it (SO_PEERCRED of unix(7)).
struct Peer {
  uid_t user = 0;
  gid_t group = 0;
};

/// Throws std::system_error.
Peer peer_of(const Fd& connection);

/// Connects as this user and group: the server sees them as its peer. The connection never blocks. If it fails, the
/// descriptor is empty and errno says why; EAGAIN if the server has no room for another connection now. The process is
/// root again afterwards.
Fd connect_as(const Peer& peer, const std::string& path);

}  // namespace skiff::gate
