#pragma once

#include <string>

#include "plugin/slurm.h"

namespace jail {

/// Appends a directory to a list of directories in the job's environment, unless the list already contains it. Throws
/// Failure.
void append_path(spank_t spank, const char* variable, const std::string& folder);

}  // namespace jail
