#pragma once

#include <vector>

#include "node.h"
#include "state.h"
#include "workers.h"

namespace skiff::health {

/// Reads the state from the run directory, without what belongs to an earlier boot. A new state if there is none.
State load_state(const Node& node);

/// True if this run must do the task. Besides its own tasks, a periodic run does the start checks that have not passed
/// yet, and the checks that caused the current drain.
bool is_due(const Task& task, const Node& node, const State& state);

/// Handles the results of a periodic run: keeps what the checks remember, asks and updates slurmctld if necessary, and
/// writes the state and the log.
void react(const Node& node, const std::vector<Outcome>& outcomes, State& state);

}  // namespace skiff::health
