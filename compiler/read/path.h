#pragma once

#include <optional>
#include <string>
#include <vector>

#include "diag/diagnostic.h"
#include "read/node.h"

namespace skiff {

/// The field path of the innermost node (or key) that covers `span`, as `spec.nodeSets[1].gpus.count`; a map key that
/// is no identifier stands in brackets, `spec.slurm.config["a b"]`. Empty for the root.
std::string path_of(const Node& root, Span span);

/// One step of a field path.
struct PathStep {
  bool item = false;  ///< of a list; else a key of a map
  std::string key;
  std::optional<std::size_t> index;  ///< of an item; none of `[]`, which is any
};

/// The steps of `spec.nodeSets[0].labels["a/b"]`; nothing if this is no field path.
std::optional<std::vector<PathStep>> steps_of(std::string_view path);

/// The node at a field path such as `spec.nodeSets[1].gpus`, or nullptr.
const Node* node_at(const Node& root, std::string_view path);

/// Fills `path` of every diagnostic that has none yet and sorts them by place.
void locate(Diagnostics& diagnostics, const Node& root);

}  // namespace skiff
