#pragma once

#include <vector>

#include "lower/config_map.h"
#include "plan/plan.h"

namespace skiff {

/// health/NAME.json: what skiff-health expects of the nodes of a set. All of it comes from the plan (docs/health.md).
MapFile health_settings(const plan::Plan& plan, const plan::NodeSet& set);
/// checks/NAME: the user's own check programs.
std::vector<MapFile> check_programs(const plan::Checks& checks);

}  // namespace skiff
