#include "kernel/job_folders.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstdio>
#include <set>

#include "kernel/calls.h"
#include "kernel/remove_tree.h"
#include "plan/places.h"
#include "text/failure.h"
#include "text/words.h"

namespace jail {
namespace {

// A folder in one that others may write: it is ours only if it is root's and closed to all others.
Fd open_own_folder(int parent, const std::string& name, const std::string& path) {
  if (mkdirat(parent, name.c_str(), 0700) != 0 && errno != EEXIST) fail_errno("make " + path);
  Fd folder(openat(parent, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!folder) fail_errno("open " + path);
  struct stat status {};
  if (fstat(folder.get(), &status) != 0) fail_errno("status of " + path);
  if (status.st_uid != geteuid() || (status.st_mode & 077) != 0) throw Failure(path + " is not root's alone");
  return folder;
}

// With its mode from the start: another step may mount it as soon as it has its name.
void make_with_mode(int parent, const std::string& name, unsigned mode, const std::string& path) {
  char made[64];
  std::snprintf(made, sizeof made, ".new.%ld", static_cast<long>(syscall(SYS_gettid)));
  if (mkdirat(parent, made, 0700) != 0 && errno != EEXIST) fail_errno("make " + path);
  if (fchmodat(parent, made, mode, 0) != 0) fail_errno("set the mode of " + path);
  if (syscall(SYS_renameat2, parent, made, parent, name.c_str(), 1u /* RENAME_NOREPLACE */) != 0) {
    const int error = errno;
    unlinkat(parent, made, AT_REMOVEDIR);
    if (error != EEXIST) throw Failure(with_errno("make " + path, error));
  }
}

}  // namespace

Fd open_job_folder(const Mount& mount, std::uint32_t job) {
  const std::string folder = job_folder(mount.source, job);
  const std::string name = path_as_name(mount.target);
  const Fd source = open_source(mount.source, "open " + mount.source);
  const Fd own = open_own_folder(source.get(), folder.substr(mount.source.size() + 1), folder);
  for (int tries = 0;; ++tries) {
    Fd found(openat(own.get(), name.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (found) return found;
    if (errno != ENOENT || tries > 0) fail_errno("open " + folder + "/" + name);
    make_with_mode(own.get(), name, mount.mode, folder + "/" + name);
  }
}

std::vector<std::string> remove_job_folders(const std::vector<Mount>& mounts, std::uint32_t job) {
  std::vector<std::string> faults;
  std::set<std::string> done;
  for (const Mount& mount : mounts) {
    if (mount.type != MountType::job || !done.insert(mount.source).second) continue;
    const std::string folder = job_folder(mount.source, job);
    const Fd source(open(mount.source.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!source) continue;
    if (const int error = remove_tree(source.get(), folder.substr(mount.source.size() + 1))) {
      faults.push_back(with_errno("remove " + folder, error));
    }
  }
  return faults;
}

}  // namespace jail
