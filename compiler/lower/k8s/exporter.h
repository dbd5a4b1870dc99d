#pragma once

#include "plan/plan.h"
#include "tree/value.h"

namespace skiff {

/// The container that serves metrics in slurmctld's pod; none without metrics. `munge_mount`: as in slurmctld's
/// container.
Value exporter(const plan::Plan& plan, const Value& munge_mount);

}  // namespace skiff
