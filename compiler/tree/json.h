#pragma once

#include <string>

#include "tree/value.h"

namespace skiff {

/// Appends the value as JSON with an indent of two spaces, without a final newline. Comments are left out, as is what
/// is `none`.
void append_json(std::string& out, const Value& value);

}  // namespace skiff
