#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "checks/checks.h"
#include "common/files.h"
#include "processes.h"
#include "text/number.h"

namespace skiff::health {

namespace {

struct Found {
  std::int64_t entries = 0;
  std::int64_t removed = 0;
};

// Counts what belongs to `user` below `folder`, and deletes it if `clean`. Follows no link and enters no other file
// system.
void walk(int folder, dev_t device, uid_t user, bool clean, int depth, Found& found) {
  if (depth > 64) return;
  DIR* open_folder = fdopendir(folder);
  if (!open_folder) {
    close(folder);
    return;
  }
  while (const dirent* entry = readdir(open_folder)) {
    const std::string_view name = entry->d_name;
    struct stat status {};
    if (name == "." || name == ".." || fstatat(dirfd(open_folder), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0 ||
        status.st_uid != user || status.st_dev != device)
      continue;
    ++found.entries;
    if (S_ISDIR(status.st_mode)) {
      const int inner = openat(dirfd(open_folder), entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
      if (inner >= 0) walk(inner, device, user, clean, depth + 1, found);
    }
    // A directory that contains files of another user stays.
    if (clean && unlinkat(dirfd(open_folder), entry->d_name, S_ISDIR(status.st_mode) ? AT_REMOVEDIR : 0) == 0)
      ++found.removed;
  }
  closedir(open_folder);
}

}  // namespace

Verdict leftovers(const Node& node) {
  const auto user = to_number(node.variable("SLURM_JOB_UID"));
  if (!node.settings.leftovers || !user || *user <= 0) return std::nullopt;
  // A step of this job may still be ending. A step of another job may be the user's next one.
  const std::string own = "[" + node.variable("SLURM_JOB_ID") + ".";
  for (const Process& process : processes(node.root)) {
    if (process.user == static_cast<uid_t>(*user)) return std::nullopt;
    if (process.command != "slurmstepd") continue;
    const auto line = read_text(node.path("/proc/" + std::to_string(process.pid) + "/cmdline")).value_or("");
    if (line.find(own) == line.npos) return std::nullopt;
  }
  Findings findings;
  for (const auto& folder : node.settings.leftovers->folders) {
    const int open_folder = open(node.path(folder).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    struct stat status {};
    if (open_folder < 0) continue;
    if (fstat(open_folder, &status) != 0) {
      close(open_folder);
      continue;
    }
    Found found;
    walk(open_folder, status.st_dev, static_cast<uid_t>(*user), node.settings.leftovers->clean, 0, found);
    if (found.entries == 0) continue;
    const std::string what = folder + ": " + std::to_string(found.entries) + " files of user " + std::to_string(*user);
    findings.add(Level::warn, what + (found.removed ? ", " + std::to_string(found.removed) + " removed" : ""));
  }
  return findings.result("no files left");
}

}  // namespace skiff::health
