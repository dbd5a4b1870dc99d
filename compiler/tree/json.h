#pragma once

#include <string>

#include "tree/value.h"

namespace skiff {

/// Appends the value as JSON, indented by two spaces, without a final newline. Comments and `none` values are left out.
void append_json(std::string& out, const Value& value);

}  // namespace skiff
