#pragma once

#include <vector>

#include "plan/plan.h"
#include "tree/file_set.h"

namespace skiff {

/// The in-pod programs that this cluster's pods run, copied byte for byte from runtime/pod to scripts/.
std::vector<OutputFile> script_files(const plan::Plan& plan);

}  // namespace skiff
