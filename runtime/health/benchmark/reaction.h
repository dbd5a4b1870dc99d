#pragma once

#include <cstdint>
#include <string>

#include "benchmark/commands.h"
#include "benchmark/trial.h"

namespace skiff::benchmark {

/// `[HC] nccl: `, which begins all that this benchmark says of a node; and the whole of it for a node that failed.
std::string mark_of(const Settings& settings);
std::string reason_for(const Settings& settings, const Result& result);

/// Does with a node what its result asks for, and tells what was done in a word or a line; empty where nothing was to
/// do. A node that is drained, by whomever, is left as it is, and so is a comment of somebody else's. `drains` counts
/// those of this run.
std::string react(const Slurm& slurm, const Settings& settings, const Result& result, std::int64_t& drains);

}  // namespace skiff::benchmark
