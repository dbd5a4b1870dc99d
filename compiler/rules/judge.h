#pragma once

#include "diag/diagnostic.h"
#include "plan/plan.h"
#include "spec/spec.h"

namespace skiff {

/// What no schema can say: rules across fields, over the plan and the spec that it came from (SKF3xx).
Diagnostics judge(const plan::Plan& plan, const spec::Cluster& cluster);

}  // namespace skiff
