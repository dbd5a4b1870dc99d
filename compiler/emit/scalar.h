#pragma once

#include <string>
#include <string_view>

namespace skiff {

/// How a string may stand in YAML.
enum class ScalarStyle {
  plain,   ///< no YAML 1.1 or 1.2 reader takes it for anything but this string
  block,   ///< `|`: several lines of printable text
  quoted,  ///< `"…"` with escapes
};

ScalarStyle scalar_style(std::string_view text);

/// Appends `"…"` with YAML's escapes. Throws std::logic_error if the text is not UTF-8: no YAML can carry it.
void append_quoted(std::string& out, std::string_view text);

}  // namespace skiff
