#pragma once

#include "embed/source.h"

namespace skiff::embed {

/// Lets valijson read the schema and compares its constraint model with the schema's tree, keyword by keyword. A
/// keyword that valijson understands in another way than our tables do, or not at all, fails the build.
void check_model(const Source& source);

}  // namespace skiff::embed
