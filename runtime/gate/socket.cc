#include "gate/socket.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>

namespace skiff::gate {
namespace {

[[noreturn]] void fail(const std::string& what) { throw std::system_error(errno, std::generic_category(), what); }

sockaddr_un address_of(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) {
    errno = ENAMETOOLONG;
    fail(path);
  }
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  return address;
}

Fd new_socket() { return Fd(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)); }

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

Fd listen_at(const std::string& path) {
  const sockaddr_un address = address_of(path);
  Fd made = new_socket();
  if (!made) fail("make a socket");
  struct stat old {};
  if (lstat(path.c_str(), &old) == 0 && S_ISSOCK(old.st_mode) && unlink(path.c_str()) != 0) fail("remove " + path);
  if (bind(made.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) fail("listen at " + path);
  if (chmod(path.c_str(), 0666) != 0) fail("set the mode of " + path);
  if (listen(made.get(), SOMAXCONN) != 0) fail("listen at " + path);
  return made;
}

Fd accept_at(const Fd& listener) { return Fd(accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK)); }

Peer peer_of(const Fd& connection) {
  ucred known{};
  socklen_t size = sizeof known;
  if (getsockopt(connection.get(), SOL_SOCKET, SO_PEERCRED, &known, &size) != 0) fail("read the peer of a connection");
  return {known.uid, known.gid};
}

Fd connect_as(const Peer& peer, const std::string& path) {
  const sockaddr_un address = address_of(path);
  Fd made = new_socket();
  if (!made) return made;
  const Acting acting(peer);
  if (!acting || connect(made.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) return {};
  return made;
}

}  // namespace skiff::gate
