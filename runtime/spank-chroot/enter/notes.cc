#include "enter/notes.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>

#include "kernel/fd.h"
#include "text/failure.h"

namespace jail {
namespace {

std::string note_name(std::uint32_t job) { return std::to_string(job) + ".exempt"; }

// The folder, or nothing where it does not exist.
Fd open_state(const std::string& state) {
  Fd folder(open(state.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!folder) {
    if (errno == ENOENT) return folder;
    fail_errno("open " + state);
  }
  struct stat status {};
  if (fstat(folder.get(), &status) != 0) fail_errno("status of " + state);
  if (status.st_uid != geteuid() || (status.st_mode & 077) != 0) throw Failure(state + " is not root's alone");
  return folder;
}

}  // namespace

void note_exempt(const std::string& state, std::uint32_t job, bool exempt) {
  if (exempt && mkdir(state.c_str(), 0700) != 0 && errno != EEXIST) fail_errno("make " + state);
  const Fd folder = open_state(state);
  if (!folder) {
    if (exempt) fail_errno("open " + state);
    return;
  }
  const std::string name = note_name(job);
  if (!exempt) {
    if (unlinkat(folder.get(), name.c_str(), 0) != 0 && errno != ENOENT) fail_errno("remove " + state + "/" + name);
    return;
  }
  const Fd note(openat(folder.get(), name.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!note) fail_errno("write " + state + "/" + name);
}

bool noted_exempt(const std::string& state, std::uint32_t job) {
  const Fd folder = open_state(state);
  if (!folder) return false;
  if (faccessat(folder.get(), note_name(job).c_str(), F_OK, AT_SYMLINK_NOFOLLOW) == 0) return true;
  if (errno != ENOENT) fail_errno("look for " + state + "/" + note_name(job));
  return false;
}

}  // namespace jail
