#pragma once

#include <functional>
#include <string>
#include <vector>

#include "benchmark/trial.h"

namespace skiff::benchmark {

using RunJob = std::function<Result(const std::vector<std::string>& nodes)>;
using Tell = std::function<void(const Result& result)>;

/// Tests nodes in pairs. If a pair fails, each of its nodes is tested again with a partner from a pair that passed. A
/// node fails only if it failed with both partners; a node that cannot be tested again is unknown. `job` and `told` are
/// called from several threads; `told` gets the result of each job. Returns one result per node. If the number of nodes
/// is odd, the last one is left for another run.
std::vector<Result> run_pairs(const std::vector<std::string>& nodes, std::size_t side_by_side, const RunJob& job,
                              const Tell& told);

}  // namespace skiff::benchmark
