#pragma once

#include <string_view>

#include "diag/diagnostic.h"
#include "read/node.h"

namespace skiff {

struct ReadResult {
  Node root;
  Diagnostics diagnostics;
};

/// Parses one YAML document. The following are errors, each with its position (SKF0xx): bytes that are not UTF-8, tabs
/// as indentation, more than one document, duplicate keys, merge keys, non-scalar keys, tags, an unterminated scalar,
/// more than 64 levels, aliases that expand to more than 10,000 nodes, a text over 16 MiB, an empty document.
ReadResult read(std::string_view text);

}  // namespace skiff
