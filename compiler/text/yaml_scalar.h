#pragma once

#include <string>
#include <string_view>

namespace skiff {

/// The ways to write a string in YAML.
enum class ScalarStyle {
  plain,   ///< without quotes: every YAML 1.1 or 1.2 parser reads exactly this string
  block,   ///< `|`: several lines of printable text
  quoted,  ///< `"…"` with escapes
};

ScalarStyle scalar_style(std::string_view text);

/// Appends `"…"` with YAML's escapes. Throws std::logic_error if the text is not UTF-8, which YAML cannot represent.
void append_quoted(std::string& out, std::string_view text);

/// A string of one line as a scalar, quoted if needed.
std::string yaml_scalar(std::string_view text);

}  // namespace skiff
