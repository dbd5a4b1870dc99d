#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "node.h"
#include "workers.h"

namespace skiff::health {

/// The worst level of all outcomes; ok if no check applied.
Level overall(const std::vector<Outcome>& outcomes);

/// One line: {"node", "as", "level", "time", "ms", "checks": [{"id", "level", "detail", "ms"}], "inapplicable": [...]}.
std::string json_line(const Node& node, const std::vector<Outcome>& outcomes, std::chrono::milliseconds took);

/// A table for people to read, with the worst results first.
std::string table(const std::vector<Outcome>& outcomes);

}  // namespace skiff::health
