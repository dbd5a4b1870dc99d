#include "kernel/source.h"

#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "kernel/calls.h"
#include "text/failure.h"

namespace jail {
namespace {

// path_resolution(7)
constexpr unsigned most_links = 40;

std::string parent_of(const std::string& path) { return path.substr(0, std::max<std::size_t>(path.rfind('/'), 1)); }

// True if only root can have created the link.
bool is_roots(const std::string& link, const struct stat& status) {
  struct stat folder {};
  if (stat(parent_of(link).c_str(), &folder) != 0) return false;
  return status.st_uid == 0 && folder.st_uid == 0 && ((folder.st_mode & 022) == 0 || (folder.st_mode & S_ISVTX) != 0);
}

// The end of the first part of the path that is a link; the path's size if there is none.
std::size_t end_of_link(const std::string& path, struct stat& status) {
  for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
    end = std::min(end, path.size());
    if (lstat(path.substr(0, end).c_str(), &status) != 0 || S_ISLNK(status.st_mode) || end == path.size()) return end;
  }
}

std::string target_of(const std::string& link) {
  char target[PATH_MAX];
  const ssize_t size = readlink(link.c_str(), target, sizeof target);
  return size < 0 ? "" : std::string(target, static_cast<std::size_t>(size));
}

}  // namespace

Fd try_open_source(const std::string& source) {
  std::string path = source;
  for (unsigned links = 0; links <= most_links; ++links) {
    Fd found = try_open_plain(path);
    // Only a path without links is opened. So a link that a user puts there meanwhile is not followed.
    if (found || errno != ELOOP) return found;
    struct stat status {};
    const std::size_t end = end_of_link(path, status);
    const std::string link = path.substr(0, end);
    const std::string target = target_of(link);
    if (target.empty() || !is_roots(link, status)) break;
    path = (target.starts_with('/') ? target : parent_of(link) + "/" + target) + path.substr(end);
  }
  errno = ELOOP;
  return Fd();
}

Fd open_source(const std::string& path, const std::string& what) {
  Fd file = try_open_source(path);
  if (!file && errno == ELOOP)
    throw Failure(with_errno(what + " goes through a symbolic link that users other than root may control", errno));
  if (!file) fail_errno(what);
  return file;
}

}  // namespace jail
