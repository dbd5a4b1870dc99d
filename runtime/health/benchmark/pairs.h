#pragma once

#include <functional>
#include <string>
#include <vector>

#include "benchmark/trial.h"

namespace skiff::benchmark {

using RunJob = std::function<Result(const std::vector<std::string>& nodes)>;
using Tell = std::function<void(const Result& result)>;

/// Tests nodes two by two, and each node of a pair that failed once more, with a partner from a pair that passed. Only
/// a node that failed with both is at fault; one that can't be tested again is unknown. `job` is called from several
/// threads, `told` gets each job's result. Comes back with one result for each node; an odd last node is left for
/// another run.
std::vector<Result> run_pairs(const std::vector<std::string>& nodes, std::size_t side_by_side, const RunJob& job,
                              const Tell& told);

}  // namespace skiff::benchmark
