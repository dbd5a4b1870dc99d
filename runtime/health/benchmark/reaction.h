#pragma once

#include <cstdint>
#include <string>

#include "benchmark/commands.h"
#include "benchmark/trial.h"

namespace skiff::benchmark {

/// `[HC] nccl: `, the prefix of all drain reasons and comments of this benchmark.
std::string mark_of(const Settings& settings);
/// The complete drain reason or comment for a node that failed.
std::string reason_for(const Settings& settings, const Result& result);

/// Drains the node or writes its comment, as the result and the settings require. Returns what was done in one line;
/// empty if there was nothing to do. A node that is already drained stays as it is, and so does a comment that this
/// benchmark did not write. `drains` counts the drains of this run.
std::string react(const Slurm& slurm, const Settings& settings, const Result& result, std::int64_t& drains);

}  // namespace skiff::benchmark
