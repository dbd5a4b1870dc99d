#pragma once

#include "plan/plan.h"
#include "tree/value.h"

namespace skiff {

/// The container that serves metrics in slurmctld's pod; none without metrics. `munge_mount`: as in slurmctld's
/// container.
Value exporter(const plan::Plan& plan, const Value& munge_mount);

/// The annotations of slurmctld's pod by which Prometheus finds the exporter; none unless the spec asks for them.
plan::Pairs scrape_annotations(const plan::Plan& plan);

/// The port of slurmctld's Service for a ServiceMonitor; none without one.
Value metrics_port(const plan::Plan& plan);

}  // namespace skiff
