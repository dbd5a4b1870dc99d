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
  std::string folder = named;
  while (folder.size() > 1 && folder.back() == '/') folder.pop_back();
  return read_folder(folder, [&](const std::string& path) -> std::optional<std::string> {
    const std::string whole = folder + "/" + path;
    return kind_at(whole) == PathKind::absent ? std::nullopt : std::optional(read_file(whole, limit));
  });
}

FolderContent read_folder(const std::string& name, const OutputReader& read) {
  FolderContent content;
  const auto take = [&](const std::string& path, const std::string& missing) {
    try {
      if (std::optional<std::string> text = read(path)) {
        content.files.push_back({path, std::move(*text), {}});
        return true;
      }
      content.errors.push_back(missing);
    } catch (const DiskError& error) {
      content.errors.push_back(error.message);
    }
    return false;
  };
  if (!take("kustomization.yaml", name + ": is not an output directory of skiff; it has no kustomization.yaml"))
    return content;
  // A copy, because `take` may move the files.
  const std::string kustomization = content.files.front().text;
  for (const std::string& path : change::named_files(kustomization)) {
    if (is_output_path(path)) {
      take(path, name + "/" + path + ": the file is missing");
    } else {
      content.errors.push_back(name + "/kustomization.yaml: names a file outside the directory: " + path);
    }
  }
  return content;
}

}  // namespace skiff
