#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "check/automaton.h"

namespace skiff::embed {

/// A pattern that we can't take; the message says what is wrong with it.
struct BadPattern : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The tables of an Automaton, with their storage.
struct CompiledPattern {
  std::array<std::uint8_t, 256> classes{};
  std::uint32_t width = 0;
  std::vector<std::uint16_t> next;
  std::vector<std::uint8_t> accepting;

  Automaton automaton() const { return {classes, width, next, accepting}; }
};

/// Compiles a regular expression of JSON Schema that is anchored at both ends: characters, `.`, classes, groups, `|`,
/// `*`, `+`,
/// `?`, `{m,n}` and escapes of punctuation and `\xHH`. Others are refused. Where a part can match more than ASCII it
/// must not be counted, because the automaton counts bytes.
CompiledPattern compile_pattern(std::string_view pattern);

}  // namespace skiff::embed
