#pragma once

#include <cstddef>
#include <string_view>

#include "diag/diagnostic.h"

namespace skiff {

/// Bytes of a UTF-8 byte order mark at the start of the text: 3 or 0.
std::size_t byte_order_mark(std::string_view text);

/// What no YAML reader may see in a spec, or what readers see differently: bytes that are not UTF-8, control
/// characters, line ends other than LF and CRLF. Parsers pass some of them through. At most a few findings.
Diagnostics check_encoding(std::string_view text);

}  // namespace skiff
