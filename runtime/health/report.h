#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "lanes.h"
#include "node.h"

namespace skiff::health {

/// The worst of all; ok where nothing applied.
Level overall(const std::vector<Outcome>& outcomes);

/// One line: {"node", "as", "level", "time", "ms", "checks": [{"id", "level", "detail", "ms"}], "inapplicable": [...]}.
std::string json_line(const Node& node, const std::vector<Outcome>& outcomes, std::chrono::milliseconds took);

/// A table for people, the worst first.
std::string table(const std::vector<Outcome>& outcomes);

}  // namespace skiff::health
