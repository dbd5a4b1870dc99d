#include "kernel/remove_tree.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>

#include "kernel/calls.h"
#include "kernel/listing.h"
#include "text/failure.h"

namespace jail {
namespace {

constexpr unsigned most_open = 200;
constexpr unsigned most_rounds = 2000;

void keep_first(int& first, int error) {
  if (first == 0 && error != ENOENT) first = error;
}

// Users can nest directories to any depth. To limit the number of open directories, deeper ones are first moved up.
int remove_level(int parent, const std::string& name, int top, unsigned depth, unsigned& moved) {
  if (unlinkat(parent, name.c_str(), 0) == 0 || errno == ENOENT) return 0;
  if (errno != EISDIR && errno != EPERM) return errno;
  if (depth >= most_open) {
    // Move it to the top, under a unique name. The next round removes it.
    const std::string up = ".moved." + std::to_string(getpid()) + "." + std::to_string(++moved);
    return renameat(parent, name.c_str(), top, up.c_str()) == 0 ? EAGAIN : errno;
  }
  int first = 0;
  {
    const Fd folder(openat(parent, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!folder) return errno == ENOENT ? 0 : errno;
    if (is_mount_root(folder.get(), "status of " + name)) return EBUSY;
    for (const std::string& entry : names_in(folder.get()).value_or(std::vector<std::string>{}))
      keep_first(first, remove_level(folder.get(), entry, top, depth + 1, moved));
  }
  if (unlinkat(parent, name.c_str(), AT_REMOVEDIR) != 0 && errno != ENOENT) keep_first(first, errno);
  return first;
}

}  // namespace

int remove_tree(int parent, const std::string& name) {
  struct stat status {};
  if (fstatat(parent, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) return errno == ENOENT ? 0 : errno;
  if (!S_ISDIR(status.st_mode)) return unlinkat(parent, name.c_str(), 0) == 0 ? 0 : errno;
  int error = EAGAIN;
  unsigned moved = 0;
  try {
    const Fd top(openat(parent, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!top) return errno;
    // Each round removes what the last one has moved up.
    for (unsigned round = 0; round < most_rounds && error != 0; ++round) {
      error = 0;
      for (const std::string& entry : names_in(top.get()).value_or(std::vector<std::string>{}))
        keep_first(error, remove_level(top.get(), entry, top.get(), 0, moved));
      if (error != 0 && error != EAGAIN && error != ENOTEMPTY && error != EEXIST) break;
    }
  } catch (const Failure&) {
    return EIO;
  }
  if (error != 0) return error;
  return unlinkat(parent, name.c_str(), AT_REMOVEDIR) == 0 || errno == ENOENT ? 0 : errno;
}

}  // namespace jail
