#pragma once

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

}  // namespace skiff
