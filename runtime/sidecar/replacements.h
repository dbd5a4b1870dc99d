#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace skiff::sidecar {

/// A pod that was replaced after a drain.
struct Replaced {
  std::string node;
  std::int64_t at = 0;       ///< when, seconds since 1970
  std::string reason;        ///< of the drain
  std::string uid, machine;  ///< of the pod that was to go; empty: there was none, or on none
  std::int64_t tries = 0, tried = 0;
  bool back = false;    ///< it is over: the node is out of that drain
  std::string outcome;  ///< how: cured or left
  bool operator==(const Replaced&) const = default;
};

/// The record of what was done, which outlives the pod: no start or crash may forget a replacement.
struct Replacements {
  struct Mark {
    std::string node;
    std::int64_t at = 0;
    bool operator==(const Mark&) const = default;
  };
  std::vector<Replaced> replaced;
  std::map<std::string, Mark> marked;       ///< machines that have the condition
  std::map<std::string, std::string> said;  ///< node: what was said of it
  bool operator==(const Replacements&) const = default;
};

/// Reads the record's JSON; throws std::runtime_error for what is none.
Replacements parse_replacements(std::string_view text);
std::string text_of(const Replacements& replacements);

}  // namespace skiff::sidecar
