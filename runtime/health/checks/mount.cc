#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "checks/checks.h"
#include "mounts.h"

namespace skiff::health {

namespace {

// Creates a file with a unique name and deletes it. Returns an empty string, or the error.
std::string write_fault(const std::string& folder, const std::string& node) {
  const std::string path = folder + "/.skiff-health-" + node + "-" + std::to_string(getpid());
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) return std::strerror(errno);
  const bool written = write(file, "x", 1) == 1 && fsync(file) == 0;
  const int fault = errno;
  close(file);
  unlink(path.c_str());
  return written ? "" : std::strerror(fault);
}

}  // namespace

// statfs is the first call that waits for the file system. If it hangs, this process is killed at the deadline.
Verdict mount(const Node& node, const Settings::Mount& expected) {
  const auto all = mounts(node.root);
  if (!all) return Result{Level::unknown, "/proc/self/mountinfo cannot be read", {}};
  const MountEntry* entry = mount_at(*all, expected.path);
  if (!entry) return Result{Level::critical, expected.path + " is not mounted", {}};
  if (!expected.type.empty() && entry->type != expected.type)
    return Result{Level::critical, expected.path + " is " + entry->type + ", not " + expected.type, {}};
  if (!expected.read_only && entry->read_only) return Result{Level::critical, expected.path + " is read-only", {}};
  const std::string path = node.path(expected.path);
  struct statfs figures {};
  struct stat folder {};
  if (statfs(path.c_str(), &figures) != 0 || stat(path.c_str(), &folder) != 0)
    return Result{Level::critical, expected.path + ": " + std::strerror(errno), {}};
  if (expected.write) {
    const std::string fault = write_fault(path, node.name);
    if (!fault.empty()) return Result{Level::critical, expected.path + " is not writable: " + fault, {}};
  }
  return Result{Level::ok, entry->type, {}};
}

}  // namespace skiff::health
