#pragma once

#include <string_view>
#include <vector>

#include "diag/diagnostic.h"
#include "tree/value.h"

namespace skiff {

struct ReadValues {
  std::vector<Value> documents;
  Diagnostics diagnostics;  ///< those of `read`, with positions in the whole text
};

/// Reads the documents of a YAML file of Kubernetes objects, such as a file that skiff wrote earlier. The origin of a
/// value is its position in this text: a source of kind `spec` with the span of the node. An unquoted scalar becomes a
/// boolean if it is `true` or `false`, and an integer if it is a decimal number of at most 64 bits in its printed form.
/// Everything else stays text, such as fractions, "0755" and "+1". Nulls and empty documents are omitted.
ReadValues read_values(std::string_view text);

}  // namespace skiff
