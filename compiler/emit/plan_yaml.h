#pragma once

#include "plan/plan.h"
#include "tree/file_set.h"

namespace skiff {

/// plan.yaml: the resolved plan, so that a changed default is visible in a review.
OutputFile plan_yaml(const plan::Plan& plan);

}  // namespace skiff
