#pragma once

#include <string_view>

#include "read/beside.h"

namespace skiff {

/// Compiles a text with the files beside it and claims what holds of every compilation: findings that have a place and are one line each, an output exactly where
/// there is no error, which is the same each time, lies in its folder, and is read back as it was written.
void judge_spec(std::string_view text, const Beside& beside);

}  // namespace skiff
