#pragma once

#include <string>

#include "plugin/slurm.h"

namespace jail {

/// Adds a folder to a list of folders in the job's environment, last, unless it is in it.
void append_path(spank_t spank, const char* variable, const std::string& folder);

}  // namespace jail
