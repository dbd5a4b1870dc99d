#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sidecar/node.h"

namespace skiff::sidecar {

/// `26.05` of a version such as `26.05.5` or `slurm 26.05.5`; empty if the text has none.
std::string release_of(std::string_view version);

/// The nodes whose slurmd answers and is of another release than `release`. Such a slurmd exits if the files that it
/// gets with a reconfigure have a parameter that it does not know, and its jobs end with its container.
std::vector<const Node*> nodes_of_other_releases(const std::vector<Node>& nodes, std::string_view release);

}  // namespace skiff::sidecar
