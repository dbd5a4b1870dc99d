#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "benchmark/commands.h"
#include "benchmark/settings.h"

namespace skiff::benchmark {

/// Seconds since 1970 at which each node was last tried; one that is not there never was.
using LastTried = std::map<std::string, std::int64_t>;

/// True for a node that a job may be sent to as it is. Never one that is drained, down, failing, powered off or being
/// rebooted; one in a reservation only where the benchmark runs in it.
bool may_be_tested(const NodeState& node, const Settings& settings);

/// How many nodes are left out, by their state: `3 ALLOCATED, 1 DOWN+DRAIN`; empty where none is.
std::string left_out(const std::vector<NodeState>& nodes, const Settings& settings);

/// The nodes of a set that are tested in this run, those first that were not for the longest time; `most` at most.
/// Without a memory of that the list begins at another place each time.
std::vector<std::string> choose(const std::vector<NodeState>& nodes, const Settings& settings, const LastTried& last,
                                std::size_t most, std::int64_t now);

}  // namespace skiff::benchmark
