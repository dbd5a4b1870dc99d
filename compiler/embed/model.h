#pragma once

#include "embed/source.h"

namespace skiff::embed {

/// Lets valijson read the schema, and compares its constraints with the tree of the schema, keyword by keyword. If
/// valijson does not understand a keyword, or understands it differently than the tables, throws Fault, which stops the
/// build.
void check_model(const Source& source);

}  // namespace skiff::embed
