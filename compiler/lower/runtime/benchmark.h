#pragma once

#include "lower/config_map.h"
#include "plan/plan.h"

namespace skiff {

/// What skiff-benchmark (runtime/health/benchmark) reads: benchmarks/NAME.json.
MapFile benchmark_settings(const plan::Plan& plan, const plan::Benchmark& benchmark);

}  // namespace skiff
