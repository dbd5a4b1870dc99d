#pragma once

#include <vector>

#include "emit/file_set.h"
#include "plan/plan.h"

namespace skiff {

/// The in-pod programs that this cluster's pods run, copied byte for byte from runtime/pod to scripts/.
std::vector<OutputFile> script_files(const plan::Plan& plan);

}  // namespace skiff
