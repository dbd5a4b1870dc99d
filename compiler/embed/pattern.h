#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace skiff::embed {

/// Thrown for a pattern that cannot be translated. `what()` says what to write instead.
struct PatternFault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Translates an anchored pattern of a JSON Schema (ECMA 262) to the syntax of re2c. Only syntax that both have in
/// common is supported. Characters and classes are written as numbers, because the quotes and escapes of re2c differ. A
/// class that excludes characters also matches the bytes of non-ASCII characters. Throws PatternFault for anything
/// else.
std::string re2c_expression(std::string_view pattern);

/// A function in the input language of re2c: `bool NAME(const std::string& text)` is true if the whole text matches.
std::string matcher(const std::string& name, std::string_view pattern);

}  // namespace skiff::embed
