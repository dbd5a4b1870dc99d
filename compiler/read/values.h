#pragma once

#include <string_view>
#include <vector>

#include "diag/diagnostic.h"
#include "tree/value.h"

namespace skiff {

struct ReadValues {
  std::vector<Value> documents;
  Diagnostics diagnostics;  ///< as `read` has them, with places in the whole text
};

/// The documents of a YAML file of Kubernetes objects, such as skiff wrote it earlier. The origin of each value is its place in this
/// text: a source of kind `spec` whose span is the node's. Scalars without quotes are what YAML 1.2's core schema makes of them, but for
/// fractions and numbers of more than 64 bits, which stay text; nulls and empty documents are left out.
ReadValues read_values(std::string_view text);

}  // namespace skiff
