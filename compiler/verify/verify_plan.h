#pragma once

#include "diag/diagnostic.h"
#include "lower/lower.h"
#include "plan/plan.h"

namespace skiff {

/// `verify` over all that the plan was lowered to.
Diagnostics verify_plan(const plan::Plan& plan, const Lowered& lowered);

}  // namespace skiff
