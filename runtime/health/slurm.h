#pragma once

#include <optional>
#include <string>

#include "common/record.h"
#include "node.h"

namespace skiff::health {

/// Call scontrol, with a deadline of 8 s. On failure, they return none or false, and `why` has the reason.
std::optional<NodeRecord> show_node(const Node& node, std::string& why);
bool update_node(const Node& node, const std::vector<std::string>& changes, std::string& why);

}  // namespace skiff::health
