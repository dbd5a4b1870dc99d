#pragma once

#include "lower/config_map.h"
#include "plan/plan.h"

namespace skiff {

/// What skiff-sidecar (runtime/sidecar) is told: sidecar.json.
MapFile sidecar_settings(const plan::Plan& plan);

}  // namespace skiff
