#pragma once

#include "plan/plan.h"
#include "tree/value.h"

// The parts of slurmctld's objects by which Prometheus finds the exporter.

namespace skiff {

/// The annotations of slurmctld's pod; none unless the spec asks for them.
plan::Pairs scrape_annotations(const plan::Plan& plan);

/// The port of slurmctld's Service for a ServiceMonitor; none without one.
Value metrics_port(const plan::Plan& plan);

}  // namespace skiff
