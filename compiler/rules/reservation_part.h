#pragma once

#include "diag/diagnostic.h"
#include "plan/plan.h"
#include "spec/spec.h"

namespace skiff {

/// Judges `perNode` of a reservation, a part of each of its nodes: slurmctld must be able to count it, and the nodes must
/// have it.
void judge_reservation_part(const spec::Reservation& reservation, const plan::Plan& plan, const spec::Cluster& cluster,
                            Diagnostics& found);

}  // namespace skiff
