#pragma once

#include <string_view>

#include "change/compare.h"
#include "change/immutable_rows.h"

namespace skiff::change {

/// The row for a difference in an object of this kind, or nullptr. Of several rows, the one with the longest field, and
/// then the one for this very kind of change.
const ImmutableRow* immutable_row(std::string_view kind, const Difference& difference, Version kubernetes);

}  // namespace skiff::change
