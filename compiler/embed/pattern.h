#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace skiff::embed {

/// What a pattern has that no matcher can be written for; `what()` says what to write.
struct PatternFault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// An anchored pattern of a JSON Schema (ECMA 262) in re2c's syntax: the part of the two that is alike, with each
/// character and class written as numbers, as re2c's quotes and escapes differ. A class that excludes characters also
/// takes the bytes of those beyond ASCII. Throws PatternFault for anything else.
std::string re2c_expression(std::string_view pattern);

/// A function in re2c's input language: `bool NAME(const std::string& text)`, true if the whole text matches.
std::string matcher(const std::string& name, std::string_view pattern);

}  // namespace skiff::embed
