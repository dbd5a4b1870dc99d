#include "diag/diagnostic.h"

#include <algorithm>

namespace skiff {

bool has_errors(const Diagnostics& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const Diagnostic& diagnostic) { return diagnostic.severity == Severity::error; });
}

}  // namespace skiff
