#pragma once

#include <optional>
#include <string>

#include "node.h"
#include "record.h"

namespace skiff::health {

/// True for a node's name that may stand in an argument of scontrol's.
bool is_node_name(const std::string& name);

/// Calls of scontrol, each with a deadline. None or false where it failed; `why` then tells.
std::optional<NodeRecord> show_node(const Node& node, std::string& why);
bool update_node(const Node& node, const std::vector<std::string>& changes, std::string& why);

}  // namespace skiff::health
