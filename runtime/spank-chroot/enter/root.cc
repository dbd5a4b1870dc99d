#include "enter/root.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>

#include "text/failure.h"
#include "text/words.h"

namespace jail {

bool is_folder(int file, const std::string& what) {
  struct stat status {};
  if (fstat(file, &status) != 0) fail_errno(what);
  return S_ISDIR(status.st_mode);
}

void make_link(int folder, const std::string& name, const std::string& target, const std::string& what) {
  if (symlinkat(target.c_str(), folder, name.c_str()) != 0) fail_errno(what + ": link " + name);
}

void Root::make(const std::string& target, bool folder, const std::string& what) const {
  const std::vector<std::string> parts = split(target.substr(1), '/');
  std::string parent_path = ".";
  for (std::size_t index = 0; index < parts.size(); ++index) {
    const Fd parent =
        open_below(root_.get(), parent_path, O_PATH | O_DIRECTORY, what + ": open the directory of the target");
    parent_path += "/" + parts[index];
    if (try_open_below(root_.get(), parent_path, O_PATH)) continue;
    if (errno != ENOENT || !own_.contains(mount_id(parent.get(), what))) fail_errno(what + ": target");
    const bool last = index + 1 == parts.size();
    const int made = last && !folder ? mknodat(parent.get(), parts[index].c_str(), S_IFREG | 0444, 0)
                                     : mkdirat(parent.get(), parts[index].c_str(), 0755);
    if (made != 0) fail_errno(what + ": make the target");
  }
}

Fd Root::place(const std::string& target, bool folder, const std::string& what) const {
  Fd place = try_open_below(root_.get(), "." + target, O_PATH);
  if (!place && errno == ENOENT) {
    make(target, folder, what);
    place = try_open_below(root_.get(), "." + target, O_PATH);
  }
  if (!place) fail_errno(what + ": target" + (errno == ELOOP ? " is or goes through a symbolic link" : ""));
  if (is_folder(place.get(), what) != folder)
    throw Failure(what + ": target is " + (folder ? "not a directory" : "a directory"));
  return place;
}

void Root::attach_at(const Fd& mount, const std::string& target, bool own, const std::string& what) {
  const Fd at = place(target, is_folder(mount.get(), what), what);
  attach(mount.get(), at.get(), what + ": attach");
  if (own) own_.insert(mount_id(mount.get(), what));
}

}  // namespace jail
