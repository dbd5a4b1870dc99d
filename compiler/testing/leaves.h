#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "check/schema.h"
#include "diag/span.h"
#include "read/node.h"

namespace skiff::testing {

/// A part of a spec that a user can change: a scalar, or a key that the user chooses (of a label, a volume's name).
struct Leaf {
  std::string path;
  Span span;
  std::string text;
  bool quoted = false;
  bool key = false;
  std::vector<const Schema*> schemas;  ///< schemas that may apply to it; for a key, those of the map
};

/// All leaves in the order of the text. An alias is the same leaf as its anchor, which is listed once.
std::vector<Leaf> leaves(const Node& root);

/// Other texts for the leaf that may be valid, the likeliest first. `all` are the leaves of the spec; a reference gets
/// other names from them. For an enum or a boolean, the result has all its other values.
std::vector<std::string> candidates(const Leaf& leaf, const std::vector<Leaf>& all);

/// True if all candidates must be tried, not only the first ones that compile.
bool is_choice(const Leaf& leaf);

/// A part of a spec that a user may leave out: an entry of a map with a scalar value, or a scalar item of a list.
struct Part {
  std::string path;
  Span span;     ///< span of the key and its value, or of the item
  Span removed;  ///< the text to remove, including a comma or a dash
};

/// All parts in the order of the text from which `root` was read. The parts of an alias are those of its anchor.
std::vector<Part> parts(const Node& root, std::string_view text);

/// A new text for the leaf as it must be written in the spec, quoted if needed.
std::string as_written(const Leaf& leaf, std::string_view text);

}  // namespace skiff::testing
