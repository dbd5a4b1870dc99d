#pragma once

#include <cstddef>
#include <string_view>

#include "diag/diagnostic.h"

namespace skiff {

/// The length in bytes of a UTF-8 byte order mark at the start of the text: 3, or 0 if there is none.
std::size_t byte_order_mark(std::string_view text);

/// Reports bytes that are not UTF-8, control characters and other invisible ones, and line ends other than LF and CRLF.
/// YAML forbids them or parsers differ on them, and libyaml accepts some. Stops after a few diagnostics.
Diagnostics check_encoding(std::string_view text);

}  // namespace skiff
