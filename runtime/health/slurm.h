#pragma once

#include <optional>
#include <string>

#include "common/record.h"
#include "node.h"

namespace skiff::health {

/// Calls of scontrol, each with a deadline. None or false where it failed; `why` then tells.
std::optional<NodeRecord> show_node(const Node& node, std::string& why);
bool update_node(const Node& node, const std::vector<std::string>& changes, std::string& why);

}  // namespace skiff::health
