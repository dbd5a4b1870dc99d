#pragma once

#include <optional>
#include <string>
#include <vector>

#include "diag/diagnostic.h"
#include "read/node.h"

namespace skiff {

/// The field path of the innermost node (or key) that covers `span`, such as `spec.nodeSets[1].gpus.count`. A map key
/// that is not an identifier is in brackets, as in `spec.slurm.config["a b"]`. The path of the root is empty.
std::string path_of(const Node& root, Span span);

/// One step of a field path.
struct PathStep {
  bool item = false;  ///< true: an item of a list; false: a key of a map
  std::string key;
  std::optional<std::size_t> index;  ///< of an item; absent for `[]`, which means any item
};

/// The steps of a field path such as `spec.nodeSets[0].labels["a/b"]`; nullopt if `path` is not a field path.
std::optional<std::vector<PathStep>> steps_of(std::string_view path);

/// The node at a field path such as `spec.nodeSets[1].gpus`, or nullptr.
const Node* node_at(const Node& root, std::string_view path);

/// Sets `path` in every diagnostic that has none yet, and sorts the diagnostics by position.
void locate(Diagnostics& diagnostics, const Node& root);

}  // namespace skiff
