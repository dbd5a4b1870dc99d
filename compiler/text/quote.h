#pragma once

#include <string>
#include <string_view>

namespace skiff {

/// Appends one byte of a text that stands in double quotes: escaped where Go, JSON and C do, and alike but for the control characters
/// that have no letter; those are `control` and two hexadecimal digits, `\x` for Go and `\u00` for JSON.
void append_escaped(std::string& out, char c, std::string_view control);

/// The text with its control characters escaped, for a message that is one line whatever it tells of.
std::string one_line(std::string_view text);

/// The text in double quotes, as Go's %q prints it; very long text is cut.
std::string quote(std::string_view text);

}  // namespace skiff
