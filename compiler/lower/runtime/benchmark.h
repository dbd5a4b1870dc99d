#pragma once

#include "plan/plan.h"
#include "tree/file_set.h"

namespace skiff {

/// What skiff-benchmark (runtime/health/benchmark) reads: benchmarks/NAME.json.
OutputFile benchmark_settings(const plan::Plan& plan, const plan::Benchmark& benchmark);

}  // namespace skiff
