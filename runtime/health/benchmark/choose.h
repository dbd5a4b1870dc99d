#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "benchmark/commands.h"
#include "benchmark/settings.h"

namespace skiff::benchmark {

/// When a test of each node was last tried, in seconds since 1970. A node without any try is absent.
using LastTried = std::map<std::string, std::int64_t>;

/// True if a job can run on the node in its current state: not if it is drained, down, failing, powered off or
/// rebooting. A node in a reservation is tested only if the benchmark runs in a reservation.
bool may_be_tested(const NodeState& node, const Settings& settings);

/// The number of nodes that cannot be tested, by state: `3 ALLOCATED, 1 DOWN+DRAIN`. Empty if there is none.
std::string left_out(const std::vector<NodeState>& nodes, const Settings& settings);

/// Chooses at most `most` nodes for this run, starting with those whose last try is the longest ago. Without a
/// history, each run starts at another place in the list. `now` is in seconds since 1970.
std::vector<std::string> choose(const std::vector<NodeState>& nodes, const Settings& settings, const LastTried& last,
                                std::size_t most, std::int64_t now);

}  // namespace skiff::benchmark
