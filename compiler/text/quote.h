#pragma once

#include <string>
#include <string_view>

namespace skiff {

/// Appends one byte of a text in double quotes, escaped as in Go, JSON and C. These differ only in control characters
/// without a letter: they are written as `control` and two hexadecimal digits. `control` is `\x` for Go and `\u00` for
/// JSON.
void append_escaped(std::string& out, char c, std::string_view control);

/// The text with its control characters escaped, so that a message is always one line.
std::string one_line(std::string_view text);

/// The text in double quotes, as Go's %q prints it. Very long text is truncated.
std::string quote(std::string_view text);

}  // namespace skiff
