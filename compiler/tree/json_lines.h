#pragma once

#include "tree/file_set.h"
#include "tree/value.h"

namespace skiff {

/// Appends the value as JSON with an indent of two spaces, each line with the origin of what stands on it; a comma also has
/// that of what follows, not of what is in that. Comments are left out, as is what is `none`.
void append_json_lines(OutputFile& file, const Value& value);

}  // namespace skiff
