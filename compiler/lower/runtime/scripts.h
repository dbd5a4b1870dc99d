#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lower/config_map.h"
#include "plan/plan.h"

namespace skiff {

/// The in-pod programs that this cluster's pods run, copied byte for byte from runtime/pod to scripts/.
std::vector<MapFile> script_files(const plan::Plan& plan);

/// Where one of them lies in the pods.
std::string script_path(std::string_view name);

}  // namespace skiff
