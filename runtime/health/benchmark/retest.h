#pragma once

#include <string>

#include "benchmark/commands.h"
#include "benchmark/trial.h"

namespace skiff::benchmark {

/// True if the settings allow retests, this benchmark drained the node, and the node answers and is idle.
bool may_be_retested(const NodeState& node, const Settings& settings);

/// Tests such a node again, in a reservation of its own without an end. So no other job can run there, even if this
/// program dies. If the node passes, it accepts jobs again; otherwise it is drained again. `action` says what was done.
Result run_retest(const Slurm& slurm, const Settings& settings, const Set& set, const NodeState& node,
                  std::string& action);

/// Cleans up after retests that were not finished: drains their nodes and deletes their reservations. Returns what was
/// done, in lines. `why` says what failed.
std::vector<std::string> finish_retests(const Slurm& slurm, const Settings& settings, std::string& why);

}  // namespace skiff::benchmark
