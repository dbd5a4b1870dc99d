#pragma once

#include "diag/diagnostic.h"
#include "lower/lower.h"
#include "plan/plan.h"

namespace skiff {

/// Runs `verify` on everything that `lower` produced from the plan.
Diagnostics verify_plan(const plan::Plan& plan, const Lowered& lowered);

}  // namespace skiff
