#pragma once

#include <vector>

#include "lanes.h"
#include "node.h"
#include "state.h"

namespace skiff::health {

/// The state of the run folder as this machine's boot leaves it; a fresh one where there is none.
State load_state(const Node& node);

/// True for a task that this run has to do: its own, and as periodic those of the start that were not good yet and those that
/// caused the drain that stands.
bool is_due(const Task& task, const Node& node, const State& state);

/// What follows from a periodic run: keeps what the checks remember, asks and tells slurmctld, writes the state and the log.
void react(const Node& node, const std::vector<Outcome>& outcomes, State& state);

}  // namespace skiff::health
