#pragma once

#include <string>
#include <vector>

#include "tree/file_set.h"

namespace skiff {

/// What a build did to its output directory, or would do.
struct FolderReport {
  std::vector<std::string> created;
  std::vector<std::string> updated;
  std::vector<std::string> removed;
  std::vector<std::string> left;  ///< no longer part of the output, but changed by the user: not removed, and forgotten
  std::size_t unchanged = 0;
  std::vector<std::string> errors;  ///< if there is one, the directory is unchanged
};

/// Writes these files into the directory `folder`. Files that skiff did not write are never touched: if one has the
/// path of an output file, that is an error, and so is a link. A file whose content does not change is not written.
/// Either all changes are made or none, also if a signal comes, which ends the program afterwards. A reader sees each
/// file in its old or its new state, and a new directory appears complete. Reports errors in the result and does not
/// throw DiskError.
FolderReport write_folder(const FileSet& files, const std::string& folder, bool dry_run);

}  // namespace skiff
