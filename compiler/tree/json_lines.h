#pragma once

#include "tree/file_set.h"
#include "tree/value.h"

namespace skiff {

/// Appends the value as JSON, indented by two spaces. Each line has the origin of its content. A line that ends with a
/// comma also has the origin of the next value, but not the origins of the parts of that value. Comments and `none`
/// values are left out.
void append_json_lines(OutputFile& file, const Value& value);

}  // namespace skiff
