#pragma once

#include "lower/config_map.h"
#include "plan/plan.h"

namespace skiff {

/// sidecar.json: the settings of skiff-sidecar (runtime/sidecar).
MapFile sidecar_settings(const plan::Plan& plan);

}  // namespace skiff
