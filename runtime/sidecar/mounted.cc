#include "sidecar/mounted.h"

#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "common/files.h"

namespace skiff::sidecar {
namespace {

// FNV-1a. The last step adds a mark for the end of the text.
std::uint64_t add_to(std::uint64_t sum, std::string_view text) {
  for (const char c : text) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return (sum ^ 0x100) * 0x100000001b3;
}

}  // namespace

MountedFiles mounted_files(const std::string& folder, const std::string& users) {
  MountedFiles files{0xcbf29ce484222325, 0};
  for (const auto& name : names_in(folder)) {
    // Skip `..data` and its target, which belong to the kubelet, and the files that slurmctld does not read.
    if (name[0] == '.' || name == "policy.conf" || name == "reservations.conf") continue;
    if (const auto text = read_text(folder + "/" + name)) files.checksum = add_to(add_to(files.checksum, name), *text);
  }
  struct stat state {};
  // lstat, because the kubelet replaces the link itself.
  if (lstat((folder + "/..data").c_str(), &state) == 0 || stat((folder + "/slurm.conf").c_str(), &state) == 0)
    files.mounted_at = state.st_mtime;
  if (users.empty()) return files;
  for (const char* name : {"passwd", "group"})
    if (const auto text = read_text(users + "/" + name)) files.checksum = add_to(add_to(files.checksum, name), *text);
  if (lstat((users + "/..data").c_str(), &state) == 0) files.mounted_at = std::max(files.mounted_at, state.st_mtime);
  return files;
}

FolderWatch::FolderWatch() : handle_(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {}

FolderWatch::~FolderWatch() {
  if (handle_ >= 0) close(handle_);
}

int FolderWatch::add(const std::string& folder) {
  if (handle_ < 0) return -1;
  return inotify_add_watch(handle_, folder.c_str(),
                           IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVE | IN_DELETE);
}

void FolderWatch::read() {
  alignas(inotify_event) char block[4096];
  ssize_t size = 0;
  while (handle_ >= 0 && (size = ::read(handle_, block, sizeof block)) > 0)
    for (char* at = block; at < block + size;) {
      const auto* event = reinterpret_cast<const inotify_event*>(at);
      const auto number = static_cast<std::size_t>(event->wd < 0 ? 0 : event->wd);
      // -1: events were lost, perhaps of any directory.
      if (changed_.size() <= number) changed_.resize(number + 1);
      changed_[number] = 1;
      if (event->wd < 0) changed_.assign(changed_.size() + 8, 1);
      at += sizeof(inotify_event) + event->len;
    }
}

bool FolderWatch::take(int folder) {
  const auto number = static_cast<std::size_t>(folder);
  if (folder < 0 || number >= changed_.size() || !changed_[number]) return false;
  changed_[number] = 0;
  return true;
}

}  // namespace skiff::sidecar
