#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tree/file_set.h"

namespace skiff {

/// The files of an output directory that reach the cluster, and plan.yaml, as they are on disk. Nothing is known about
/// what decided their lines.
struct FolderContent {
  FileSet files;
  std::vector<std::string> errors;  ///< if there is one, `files` is not complete
};

/// Reads kustomization.yaml in the directory and the files that it names. Reports errors in the result and does not
/// throw DiskError.
FolderContent read_folder(const std::string& folder);

/// The same for a directory that is not on disk. `name` is for messages. `read` returns a file of it, or std::nullopt if
/// there is none; it may throw DiskError.
using OutputReader = std::function<std::optional<std::string>(const std::string& path)>;
FolderContent read_folder(const std::string& name, const OutputReader& read);

}  // namespace skiff
