#include "output/read_folder.h"

#include <utility>

#include "change/side.h"
#include "output/disk.h"
#include "output/manifest.h"

namespace skiff {
namespace {

// The reader of YAML rejects more than 16 MiB. A file that is larger is cut here, and rejected there.
constexpr std::size_t limit = (16U << 20U) + 1;

}  // namespace

FolderContent read_folder(const std::string& named) {
  FolderContent content;
  std::string folder = named;
  while (folder.size() > 1 && folder.back() == '/') folder.pop_back();
  const auto take = [&](const std::string& path) {
    try {
      content.files.push_back({path, read_file(folder + "/" + path, limit), {}});
      return true;
    } catch (const DiskError& error) {
      content.errors.push_back(error.message);
      return false;
    }
  };
  if (kind_at(folder + "/kustomization.yaml") == PathKind::absent) {
    content.errors.push_back(folder + ": is not an output directory of skiff; it has no kustomization.yaml");
    return content;
  }
  if (!take("kustomization.yaml")) return content;
  // A copy, because `take` may move the files.
  const std::string kustomization = content.files.front().text;
  for (const std::string& path : change::named_files(kustomization)) {
    if (is_output_path(path)) {
      take(path);
    } else {
      content.errors.push_back(folder + "/kustomization.yaml: names a file outside the directory: " + path);
    }
  }
  return content;
}

}  // namespace skiff
