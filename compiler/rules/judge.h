#pragma once

#include "diag/diagnostic.h"
#include "plan/plan.h"
#include "spec/spec.h"

namespace skiff {

/// Applies the rules that a schema cannot express (SKF3xx). They compare several fields of the plan, and of the spec
/// from which it was made.
Diagnostics judge(const plan::Plan& plan, const spec::Cluster& cluster);

}  // namespace skiff
