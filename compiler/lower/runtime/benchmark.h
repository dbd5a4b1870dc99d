#pragma once

#include "lower/config_map.h"
#include "plan/plan.h"

namespace skiff {

/// benchmarks/NAME.json: the settings that skiff-benchmark (runtime/health/benchmark) reads.
MapFile benchmark_settings(const plan::Plan& plan, const plan::Benchmark& benchmark);

}  // namespace skiff
