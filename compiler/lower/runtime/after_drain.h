#pragma once

#include "plan/plan.h"
#include "tree/file_set.h"

namespace skiff {

/// What the container after-drain is told (runtime/pod/after-drain.jq); the plan has it.
OutputFile after_drain_settings(const plan::Plan& plan);

}  // namespace skiff
