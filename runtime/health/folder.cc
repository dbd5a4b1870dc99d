#include "folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "common/files.h"
#include "text/number.h"

namespace skiff::health {

std::string prepare_folder(const std::string& folder) {
  for (auto at = folder.find('/', 1); at != folder.npos; at = folder.find('/', at + 1))
    mkdir(folder.substr(0, at).c_str(), 0755);
  struct stat status {};
  if ((mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) || lstat(folder.c_str(), &status) != 0)
    return folder + ": " + std::strerror(errno);
  if (!S_ISDIR(status.st_mode)) return folder + " is not a directory";
  if (status.st_uid != geteuid()) return folder + " belongs to another user";
  if (status.st_mode & (S_IWGRP | S_IWOTH)) return folder + " is writable by other users";
  if (access(folder.c_str(), W_OK) != 0) return folder + ": " + std::strerror(errno);
  return "";
}

int lock_folder(const std::string& folder) {
  const int lock = open((folder + "/lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  // Not flock(2): a child that cannot be killed would inherit that lock and hold it as long as it hangs.
  struct flock whole {};
  whole.l_type = F_WRLCK;
  whole.l_whence = SEEK_SET;
  if (lock >= 0 && fcntl(lock, F_SETLK, &whole) == 0) return lock;
  if (lock >= 0) close(lock);
  return -1;
}

void note_job_failure(const std::string& folder, const JobFailure& failure) {
  write_atomically(folder + "/job-failure",
                   std::to_string(failure.time) + "\n" + failure.cause + "\n" + failure.reason + "\n");
}

std::optional<JobFailure> job_failure(const std::string& folder) {
  const auto text = read_text(folder + "/job-failure");
  const auto lines = lines_of(text.value_or(""));
  const auto time = lines.size() == 3 ? to_number(lines[0]) : std::nullopt;
  if (!time) return std::nullopt;
  return JobFailure{*time, lines[2], lines[1]};
}

void forget_job_failure(const std::string& folder) { unlink((folder + "/job-failure").c_str()); }

}  // namespace skiff::health
