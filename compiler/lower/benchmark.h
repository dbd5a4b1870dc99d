#pragma once

#include "emit/file_set.h"
#include "plan/plan.h"

namespace skiff {

/// What skiff-benchmark (runtime/health/benchmark) reads: benchmarks/NAME.json.
OutputFile benchmark_settings(const plan::Plan& plan, const plan::Benchmark& benchmark);

}  // namespace skiff
