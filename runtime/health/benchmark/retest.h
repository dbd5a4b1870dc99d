#pragma once

#include <string>

#include "benchmark/commands.h"
#include "benchmark/trial.h"

namespace skiff::benchmark {

/// True for a node that this benchmark drained itself, that answers and runs nothing.
bool may_be_retested(const NodeState& node, const Settings& settings);

/// Tests such a node again: alone in a reservation that has no end, so that no other job gets there whatever becomes of
/// this program. Where it passes it takes jobs again; else it is drained as before. `action` says which.
Result run_retest(const Slurm& slurm, const Settings& settings, const Set& set, const NodeState& node,
                  std::string& action);

/// Drains the nodes of retests that were not finished, and takes their reservations away. Tells what it did, in lines;
/// `why` says what could not be done.
std::vector<std::string> finish_retests(const Slurm& slurm, const Settings& settings, std::string& why);

}  // namespace skiff::benchmark
