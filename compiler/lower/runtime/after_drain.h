#pragma once

#include "lower/config_map.h"
#include "plan/plan.h"

namespace skiff {

/// What the container after-drain is told (runtime/pod/after-drain.jq); the plan has it.
MapFile after_drain_settings(const plan::Plan& plan);

}  // namespace skiff
