#pragma once

#include <vector>

#include "plan/plan.h"
#include "tree/file_set.h"

namespace skiff {

/// health/NAME.json: what skiff-health expects of the nodes of a set, all of it out of the plan (docs/health.md).
OutputFile health_settings(const plan::Plan& plan, const plan::NodeSet& set);
/// checks/NAME: the user's own.
std::vector<OutputFile> check_programs(const plan::Checks& checks);

}  // namespace skiff
