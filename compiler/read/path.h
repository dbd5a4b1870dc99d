#pragma once

#include <string>

#include "diag/diagnostic.h"
#include "read/node.h"

namespace skiff {

/// The field path of the innermost node (or key) that covers `span`, as `spec.nodeSets[1].gpus.count`; a map key that
/// is no identifier stands in brackets, `spec.slurm.config["a b"]`. Empty for the root.
std::string path_of(const Node& root, Span span);

/// The node at a field path such as `spec.nodeSets[1].gpus`, or nullptr.
const Node* node_at(const Node& root, std::string_view path);

/// Fills `path` of every diagnostic that has none yet and sorts them by place.
void locate(Diagnostics& diagnostics, const Node& root);

}  // namespace skiff
