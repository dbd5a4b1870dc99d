#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "diag/span.h"

namespace skiff {

struct Entry;

/// A node of the YAML tree with the place it was written at. Aliases are already expanded; an expanded node keeps the
/// span of its anchor's text. Nothing is typed yet: `text` is the scalar as YAML gives it and `quoted` tells a string
/// from a number or boolean.
struct Node {
  enum class Kind : std::uint8_t { null, scalar, sequence, mapping };

  Kind kind = Kind::null;
  bool quoted = false;
  Span span;
  std::string text;
  std::vector<Node> items;
  std::vector<Entry> entries;

  /// The value under `key` of a mapping, or nullptr. Keys are unique: the reader refuses duplicates.
  const Node* find(std::string_view key) const;
};

struct Entry {
  Node key;
  Node value;
};

}  // namespace skiff
