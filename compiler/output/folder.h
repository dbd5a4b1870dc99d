#pragma once

#include <string>
#include <vector>

#include "tree/file_set.h"

namespace skiff {

/// What a build did to its output folder, or would do.
struct FolderReport {
  std::vector<std::string> created;
  std::vector<std::string> updated;
  std::vector<std::string> removed;
  std::vector<std::string> left;  ///< no longer ours, but changed by hand since: neither removed nor known any more
  std::size_t unchanged = 0;
  std::vector<std::string> errors;  ///< if there is one, the folder is as it was
};

/// Makes `folder` hold these files. Files that skiff did not write are never touched: one in the way is an error, and
/// so is a link. A file whose content does not change is not written. Either all changes are made or none; a reader
/// sees each file in its old or its new state, and a folder that was not there appears complete.
FolderReport write_folder(const FileSet& files, const std::string& folder, bool dry_run);

}  // namespace skiff
