#include "output/disk.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

namespace skiff {
namespace {

[[noreturn]] void fail(std::string_view what, const std::string& path) {
  const int reason = errno;
  std::string message = path;
  message += ": cannot ";
  message += what;
  message += ": ";
  message += std::strerror(reason);
  throw DiskError{std::move(message)};
}

/// Closes the descriptor when it goes out of scope.
struct Descriptor {
  int number;
  ~Descriptor() {
    if (number >= 0) ::close(number);
  }
  /// False if that fails. NFS and quotas report a full disk only now. After EINTR, Linux has closed it.
  bool close() { return ::close(std::exchange(number, -1)) == 0 || errno == EINTR; }
};

}  // namespace

PathKind kind_at(const std::string& path) {
  struct stat status {};
  if (lstat(path.c_str(), &status) != 0) {
    if (errno == ENOENT || errno == ENOTDIR) return PathKind::absent;
    fail("access it", path);
  }
  if (S_ISREG(status.st_mode)) return PathKind::file;
  return S_ISDIR(status.st_mode) ? PathKind::folder : PathKind::other;
}

std::string read_file(const std::string& path, std::size_t limit) {
  const Descriptor file{open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (file.number < 0) fail("open it", path);
  return read_descriptor(file.number, path, limit);
}

std::string read_descriptor(int descriptor, const std::string& name, std::size_t limit) {
  constexpr std::size_t step = 65536;
  std::string bytes;
  struct stat status {};
  // One byte more than the size, so that the end of the file is noticed without another iteration. A pipe has no size.
  const bool sized = fstat(descriptor, &status) == 0 && status.st_size > 0;
  bytes.reserve(std::min(sized ? static_cast<std::size_t>(status.st_size) + 1 : step, limit));
  std::size_t size = 0;
  while (size < limit) {
    if (size == bytes.size()) bytes.resize(std::min(size < bytes.capacity() ? bytes.capacity() : size + step, limit));
    const ssize_t got = read(descriptor, bytes.data() + size, bytes.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("read it", name);
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
  }
  bytes.resize(size);
  return bytes;
}

void write_file(const std::string& path, std::string_view bytes) {
  Descriptor file{open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666)};
  if (file.number < 0) fail("create it", path);
  while (!bytes.empty()) {
    const ssize_t put = write(file.number, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) fail("write it", path);
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
  if (!file.close()) fail("write it", path);
}

void move_file(const std::string& from, const std::string& to) {
  if (rename(from.c_str(), to.c_str()) != 0) fail("put it in place", to);
}

void make_folder(const std::string& path) {
  if (mkdir(path.c_str(), 0777) != 0) fail("create the directory", path);
}

bool remove_path(const std::string& path) { return std::remove(path.c_str()) == 0; }

void remove_folder(const std::string& path) {
  std::error_code ignored;
  std::filesystem::remove_all(path, ignored);
}

std::vector<std::string> names_in(const std::string& path) {
  std::vector<std::string> names;
  DIR* folder = opendir(path.c_str());
  if (!folder) return names;
  while (const dirent* entry = readdir(folder)) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  closedir(folder);
  return names;
}

FolderLock::FolderLock(const std::string& folder)
    : descriptor_(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (descriptor_ < 0) fail("open it", folder);
  if (flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
  const bool taken = errno == EWOULDBLOCK;
  close(descriptor_);
  if (taken) throw DiskError{folder + ": another skiff process is writing to this directory"};
  fail("lock it", folder);
}

SignalHold::SignalHold() {
  sigset_t ends;
  sigemptyset(&ends);
  for (const int number : {SIGHUP, SIGINT, SIGTERM}) sigaddset(&ends, number);
  sigprocmask(SIG_BLOCK, &ends, &before_);
}

SignalHold::~SignalHold() { sigprocmask(SIG_SETMASK, &before_, nullptr); }

void SignalHold::check() const {
  sigset_t pending;
  sigpending(&pending);
  for (const int number : {SIGHUP, SIGINT, SIGTERM})
    if (sigismember(&pending, number) == 1) throw DiskError{"interrupted; nothing was changed"};
}

FolderLock::~FolderLock() { close(descriptor_); }

}  // namespace skiff
