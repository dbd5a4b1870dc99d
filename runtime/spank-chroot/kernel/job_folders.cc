#include "kernel/job_folders.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstdio>

#include "kernel/calls.h"
#include "kernel/remove_tree.h"
#include "kernel/source.h"
#include "plan/places.h"
#include "text/failure.h"
#include "text/words.h"

namespace jail {
namespace {

[[noreturn]] void fail_to_make(const std::string& path, int error) {
  const std::string text = with_errno("make " + path, error);
  if (error == ENOSPC || error == EDQUOT) throw NoRoom(text);
  throw Failure(text);
}

// Creates or opens a directory inside one that others may write. It counts as ours only if it belongs to root and
// nobody else has access.
Fd open_own_folder(int parent, const std::string& name, const std::string& path) {
  if (mkdirat(parent, name.c_str(), 0700) != 0 && errno != EEXIST) fail_to_make(path, errno);
  Fd folder(openat(parent, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!folder) fail_errno("open " + path);
  struct stat status {};
  if (fstat(folder.get(), &status) != 0) fail_errno("status of " + path);
  if (status.st_uid != geteuid() || (status.st_mode & 077) != 0)
    throw Failure(path + " must belong to root with mode 0700");
  return folder;
}

// Creates a directory, or removes the access of others to an existing directory of root's. The files that running jobs
// have in it stay.
void close_to_others(int parent, const std::string& name, const std::string& path) {
  if (mkdirat(parent, name.c_str(), 0700) != 0 && errno != EEXIST) fail_to_make(path, errno);
  const Fd folder(openat(parent, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  struct stat status {};
  if (!folder || fstat(folder.get(), &status) != 0) fail_errno("open " + path);
  if (status.st_uid != geteuid()) throw Failure(path + " does not belong to root");
  if (fchmod(folder.get(), 0700) != 0) fail_errno("set the mode of " + path);
}

// The directory in a source that contains the directories of all jobs.
Fd open_folders(int source, const std::string& path) {
  const std::string name(job_folders_name);
  return open_own_folder(source, name, path + "/" + name);
}

// True if the name exists and belongs to another user or is not a directory.
bool is_foreign(int source, const std::string& name) {
  struct stat status {};
  if (fstatat(source, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) return false;
  return !S_ISDIR(status.st_mode) || status.st_uid != geteuid();
}

// Creates a directory that has its mode from the start, because another step may mount it as soon as it has its name.
void make_with_mode(int parent, const std::string& name, unsigned mode, const std::string& path) {
  char made[64];
  std::snprintf(made, sizeof made, ".new.%ld", static_cast<long>(syscall(SYS_gettid)));
  if (mkdirat(parent, made, 0700) != 0 && errno != EEXIST) fail_to_make(path, errno);
  if (fchmodat(parent, made, mode, 0) != 0) fail_errno("set the mode of " + path);
  if (syscall(SYS_renameat2, parent, made, parent, name.c_str(), 1u /* RENAME_NOREPLACE */) != 0) {
    const int error = errno;
    unlinkat(parent, made, AT_REMOVEDIR);
    if (error != EEXIST) fail_to_make(path, error);
  }
}

}  // namespace

void own_job_folders(const std::vector<std::string>& sources) {
  const std::string name(job_folders_name);
  for (const std::string& path : sources) {
    const Fd source = try_open_source(path);
    if (!source) continue;
    if (is_foreign(source.get(), name)) {
      if (const int error = remove_tree(source.get(), name))
        throw Failure(with_errno("remove " + path + "/" + name, error));
    }
    close_to_others(source.get(), name, path + "/" + name);
  }
}

Fd open_job_folder(const Mount& mount, std::uint32_t job) {
  const std::string folder = job_folder(mount.source, job);
  const std::string name = path_as_name(mount.target);
  const Fd source = open_source(mount.source, "open " + mount.source);
  const Fd all = open_folders(source.get(), mount.source);
  const Fd own = open_own_folder(all.get(), std::to_string(job), folder);
  for (int tries = 0;; ++tries) {
    Fd found(openat(own.get(), name.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (found) return found;
    if (errno != ENOENT || tries > 0) fail_errno("open " + folder + "/" + name);
    make_with_mode(own.get(), name, mount.mode, folder + "/" + name);
  }
}

std::vector<std::string> remove_job_folders(const std::vector<std::string>& sources, std::uint32_t job) {
  std::vector<std::string> faults;
  for (const std::string& path : sources) {
    const Fd source = try_open_source(path);
    const Fd all = source ? try_open_below(source.get(), std::string(job_folders_name), O_RDONLY | O_DIRECTORY) : Fd();
    if (!all) continue;
    if (const int error = remove_tree(all.get(), std::to_string(job)))
      faults.push_back(with_errno("remove " + job_folder(path, job), error));
  }
  return faults;
}

}  // namespace jail
