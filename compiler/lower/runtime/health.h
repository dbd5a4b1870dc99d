#pragma once

#include <vector>

#include "lower/config_map.h"
#include "plan/plan.h"

namespace skiff {

/// health/NAME.json: what skiff-health expects of the nodes of a set, all of it out of the plan (docs/health.md).
MapFile health_settings(const plan::Plan& plan, const plan::NodeSet& set);
/// checks/NAME: the user's own.
std::vector<MapFile> check_programs(const plan::Checks& checks);

}  // namespace skiff
