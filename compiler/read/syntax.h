#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "diag/diagnostic.h"

namespace skiff {

/// Where yaml-cpp gave up and what it said.
struct SyntaxError {
  std::uint32_t at;
  std::string message;
  std::uint32_t last_end;  ///< end of the last node that was complete
  Span last_quoted;        ///< the last scalar in quotes
  Span open_bracket;       ///< the innermost one, or empty
};

/// yaml-cpp's message in words that say what would be right, at the place where the fault is rather than where it was
/// noticed.
Diagnostic explain_syntax(std::string_view source, const SyntaxError& error);

}  // namespace skiff
