#include "common/unix_socket.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

namespace skiff {
namespace {

[[noreturn]] void fail(const std::string& what) { throw std::system_error(errno, std::generic_category(), what); }

}  // namespace

sockaddr_un unix_address(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) {
    errno = ENAMETOOLONG;
    fail(path);
  }
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  return address;
}

jail::Fd new_unix_socket() { return jail::Fd(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)); }

jail::Fd listen_at(const std::string& path) {
  const sockaddr_un address = unix_address(path);
  jail::Fd made = new_unix_socket();
  if (!made) fail("make a socket");
  struct stat old {};
  if (lstat(path.c_str(), &old) == 0 && S_ISSOCK(old.st_mode) && unlink(path.c_str()) != 0) fail("remove " + path);
  if (bind(made.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) fail("listen at " + path);
  if (chmod(path.c_str(), 0666) != 0) fail("set the mode of " + path);
  if (listen(made.get(), SOMAXCONN) != 0) fail("listen at " + path);
  return made;
}

jail::Fd accept_at(const jail::Fd& listener) {
  return jail::Fd(accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
}

}  // namespace skiff
