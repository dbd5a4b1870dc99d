#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace skiff {

/// A pattern of the schema as a deterministic automaton over bytes, made by embed at build time: to compile the
/// patterns that even a small spec needs with a regular expression library took a fifth of a whole run. Matching is
/// linear in the text.
struct Automaton {
  std::span<const std::uint8_t> classes;    ///< of each of the 256 bytes; bytes that are alike share one
  std::uint32_t width = 0;                  ///< number of classes
  std::span<const std::uint16_t> next;      ///< state * width + class -> state; state 0 is the dead one, 1 the start
  std::span<const std::uint8_t> accepting;  ///< 1 for each state in which the text may end

  /// True if the whole text matches.
  constexpr bool matches(std::string_view text) const {
    std::uint32_t state = 1;
    for (const char c : text) {
      state = next[state * width + classes[static_cast<unsigned char>(c)]];
      if (state == 0) return false;
    }
    return accepting[state] != 0;
  }
};

}  // namespace skiff
