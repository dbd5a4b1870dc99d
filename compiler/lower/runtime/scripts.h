#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lower/config_map.h"
#include "plan/plan.h"

namespace skiff {

/// The programs that the pods of this cluster run, copied unchanged from runtime/pod to scripts/, and the files beside
/// them that they read.
std::vector<MapFile> script_files(const plan::Plan& plan);

/// The path of one of these programs in the pods.
std::string script_path(std::string_view name);

}  // namespace skiff
