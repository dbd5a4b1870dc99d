#pragma once

#include <string>
#include <vector>

#include "change/breaking.h"
#include "change/change.h"
#include "cli/session.h"
#include "tree/file_set.h"

namespace skiff::cli {

/// What a new output changes in a directory that has an older one.
struct OlderOutput {
  std::vector<change::Change> changes;
  Diagnostics errors;        ///< changes that must not be written
  std::string not_compared;  ///< why there are no changes although there is an older output; otherwise empty
};

/// Compares the compiled output with the one in `folder`. Takes the files out of the session's bundle into `files`.
OlderOutput compare_with_older(Session& session, const std::string& folder, change::Accepted accepted, FileSet& files);

}  // namespace skiff::cli
