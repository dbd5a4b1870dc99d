#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "check/schema.h"
#include "diag/span.h"
#include "read/node.h"

namespace skiff::testing {

/// What a user can change in a spec: a scalar, or a key that is the user's own (a label's, a volume's name).
struct Leaf {
  std::string path;
  Span span;
  std::string text;
  bool quoted = false;
  bool key = false;
  std::vector<const Schema*> schemas;  ///< that may hold for it; of a key the map's own
};

/// All leaves in the order of the text. An alias is its anchor's leaf, there once.
std::vector<Leaf> leaves(const Node& root);

/// Other texts for the leaf that may be valid in its place, the likeliest first; `all` are the leaves of the spec,
/// among whose names a reference finds another target. An enumeration or boolean gives all its other values.
std::vector<std::string> candidates(const Leaf& leaf, const std::vector<Leaf>& all);

/// True if every one of the candidates is to be tried, not just the first that compile.
bool is_choice(const Leaf& leaf);

/// Something that a user may leave out: an entry of a map or an item of a list, with its scalar.
struct Part {
  std::string path;
  Span span;     ///< of the key and its value, or of the item
  Span removed;  ///< the text to take away: with the comma or the dash that goes with it
};

/// All parts in the order of the text, which is that of `root`. Those behind an alias are its anchor's.
std::vector<Part> parts(const Node& root, std::string_view text);

/// The leaf's new text as it stands in the spec, quoted if it has to be.
std::string as_written(const Leaf& leaf, std::string_view text);

}  // namespace skiff::testing
