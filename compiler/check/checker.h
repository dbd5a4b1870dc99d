#pragma once

#include "check/schema.h"
#include "diag/diagnostic.h"
#include "read/node.h"

namespace skiff {

/// Checks the tree against the schema and reports every violation (SKF1xx) in the order of the text.
/// Unknown keys and enum values get a "did you mean".
Diagnostics check(const Node& root, const Schema& schema);

}  // namespace skiff
