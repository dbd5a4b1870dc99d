#include "kernel/files.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>

#include "kernel/calls.h"
#include "text/failure.h"

namespace jail {
namespace {

std::string read_all(const Fd& file, const std::string& path, std::size_t limit) {
  std::string text;
  char buffer[16384];
  for (;;) {
    const ssize_t got = read(file.get(), buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail_errno("read " + path);
    if (got == 0) return text;
    text.append(buffer, static_cast<std::size_t>(got));
    if (text.size() > limit) throw Failure(path + " is larger than " + std::to_string(limit) + " bytes");
  }
}

std::string read_open(const Fd& file, const std::string& path, std::size_t limit) {
  struct stat status {};
  if (fstat(file.get(), &status) != 0) fail_errno("status of " + path);
  if (!S_ISREG(status.st_mode)) throw Failure(path + " is not a regular file");
  if ((status.st_uid != 0 && status.st_uid != geteuid()) || (status.st_mode & 022) != 0) {
    throw Failure(path + " is writable by users other than root");
  }
  return read_all(file, path, limit);
}

}  // namespace

std::string read_trusted(const std::string& path, std::size_t limit) {
  // O_NONBLOCK: a FIFO in its place must not block slurmstepd.
  const Fd file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!file) fail_errno("open " + path);
  return read_open(file, path, limit);
}

std::string read_trusted_below(int folder, const std::string& path, std::size_t limit, const std::string& name) {
  const Fd file = open_below(folder, "." + path, O_RDONLY | O_NONBLOCK | O_NOCTTY, "open " + name);
  return read_open(file, name, limit);
}

std::string read_kernel(const std::string& path) {
  constexpr std::size_t limit = 16u << 20;
  const Fd file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) fail_errno("open " + path);
  return read_all(file, path, limit);
}

}  // namespace jail
