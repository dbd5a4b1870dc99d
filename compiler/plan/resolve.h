#pragma once

#include "diag/diagnostic.h"
#include "plan/plan.h"
#include "spec/spec.h"

namespace skiff {

/// Makes the plan: defaults, the hardware catalogue, derived numbers, names, version gates. What can't be resolved is reported (SKF2xx);
/// the plan is then not to be used.
plan::Plan resolve(const spec::Cluster& cluster, Diagnostics& diagnostics);

}  // namespace skiff
