#include "gate/socket.h"

#include <sys/socket.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>

#include "common/unix_socket.h"

namespace skiff::gate {
namespace {

[[noreturn]] void fail(const std::string& what) { throw std::system_error(errno, std::generic_category(), what); }

// The effective user and group of the process, while it exists. The kernel gives the server those at connect(2).
class Acting {
 public:
  explicit Acting(const Peer& peer) : user_(geteuid()), group_(getegid()) {
    // The group first, because only root can set it.
    acts_ = setegid(peer.group) == 0 && seteuid(peer.user) == 0;
  }
  Acting(const Acting&) = delete;
  Acting& operator=(const Acting&) = delete;
  ~Acting() {
    const int error = errno;
    // The next connection must not be made as this user.
    if (seteuid(user_) != 0 || setegid(group_) != 0) std::abort();
    errno = error;
  }
  explicit operator bool() const { return acts_; }

 private:
  uid_t user_;
  gid_t group_;
  bool acts_ = false;
};

}  // namespace

Peer peer_of(const Fd& connection) {
  ucred known{};
  socklen_t size = sizeof known;
  if (getsockopt(connection.get(), SOL_SOCKET, SO_PEERCRED, &known, &size) != 0) fail("read the peer of a connection");
  return {known.uid, known.gid};
}

Fd connect_as(const Peer& peer, const std::string& path) {
  const sockaddr_un address = unix_address(path);
  Fd made = new_unix_socket();
  if (!made) return made;
  const Acting acting(peer);
  if (!acting || connect(made.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) return {};
  return made;
}

}  // namespace skiff::gate
