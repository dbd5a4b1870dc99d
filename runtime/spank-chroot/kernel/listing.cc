#include "kernel/listing.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <string_view>

namespace jail {

std::optional<std::vector<std::string>> names_in(int folder) {
  // Open the directory again: for a separate read position, and because it may have been opened with O_PATH.
  const int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (copy < 0) return std::nullopt;
  const std::unique_ptr<DIR, int (*)(DIR*)> listing(fdopendir(copy), closedir);
  if (!listing) {
    close(copy);
    return std::nullopt;
  }
  std::vector<std::string> names;
  for (errno = 0; const dirent* entry = readdir(listing.get()); errno = 0) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  if (errno != 0) return std::nullopt;
  return names;
}

}  // namespace jail
