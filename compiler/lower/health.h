#pragma once

#include "emit/file_set.h"
#include "plan/plan.h"

namespace skiff {

/// health/NAME.json: what skiff-health expects of the nodes of a set, all of it out of the plan (docs/health.md).
OutputFile health_settings(const plan::Plan& plan, const plan::NodeSet& set);

}  // namespace skiff
