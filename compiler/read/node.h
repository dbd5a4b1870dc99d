#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "diag/span.h"

namespace skiff {

struct Entry;

/// A node of the YAML tree with its position in the text. Aliases are already expanded; an expanded node keeps the span
/// of its anchor's text. Nodes have no types yet: `text` is the scalar's text, and `quoted` distinguishes a string from
/// a number or boolean.
struct Node {
  enum class Kind : std::uint8_t { null, scalar, sequence, mapping };

  Kind kind = Kind::null;
  bool quoted = false;
  Span span;
  std::string text;
  std::vector<Node> items;
  std::vector<Entry> entries;

  /// The value of `key` in a mapping, or nullptr. Keys are unique because the reader rejects duplicates.
  const Node* find(std::string_view key) const;
};

struct Entry {
  Node key;
  Node value;
};

}  // namespace skiff
