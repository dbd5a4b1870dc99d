#include "enter/notes.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "kernel/fd.h"
#include "kernel/files.h"
#include "text/failure.h"

namespace jail {
namespace {

constexpr std::size_t largest_note = 1u << 20;

// Opens the directory; no descriptor if it does not exist. Throws Failure if others than root have access to it.
Fd open_state(const std::string& state) {
  Fd folder(open(state.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!folder) {
    if (errno == ENOENT) return folder;
    fail_errno("open " + state);
  }
  struct stat status {};
  if (fstat(folder.get(), &status) != 0) fail_errno("status of " + state);
  if (status.st_uid != geteuid() || (status.st_mode & 077) != 0)
    throw Failure(state + " must belong to root with mode 0700");
  return folder;
}

}  // namespace

void write_job_note(const std::string& state, std::uint32_t job, const JobNote& note) {
  if (mkdir(state.c_str(), 0700) != 0 && errno != EEXIST) fail_errno("make " + state);
  const Fd folder = open_state(state);
  const std::string name = std::to_string(job);
  const std::string path = state + "/" + name;
  const std::string made = name + ".new";
  if (!folder) fail_errno("open " + state);
  const Fd file(openat(folder.get(), made.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600));
  const std::string text = text_of(note);
  if (!file || write(file.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size()))
    fail_errno("write " + path);
  if (renameat(folder.get(), made.c_str(), folder.get(), name.c_str()) != 0) fail_errno("write " + path);
}

std::optional<JobNote> read_job_note(const std::string& state, std::uint32_t job) {
  const Fd folder = open_state(state);
  if (!folder) return std::nullopt;
  const std::string name = std::to_string(job);
  if (faccessat(folder.get(), name.c_str(), F_OK, AT_SYMLINK_NOFOLLOW) != 0) {
    if (errno == ENOENT) return std::nullopt;
    fail_errno("look for " + state + "/" + name);
  }
  const std::string path = state + "/" + name;
  return parse_job_note(read_trusted_below(folder.get(), "/" + name, largest_note, path), path);
}

void remove_job_note(const std::string& state, std::uint32_t job) {
  const Fd folder = open_state(state);
  if (!folder) return;
  const std::string name = std::to_string(job);
  if (unlinkat(folder.get(), name.c_str(), 0) != 0 && errno != ENOENT) fail_errno("remove " + state + "/" + name);
}

}  // namespace jail
