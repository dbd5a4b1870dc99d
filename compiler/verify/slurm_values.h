#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "verify/tables.h"

namespace skiff {

/// Why Slurm does not read the value of this type as intended, or "".
std::string bad_value(SlurmParameter::Type type, std::string_view value);

/// The largest number of a type, which UNLIMITED stands for, within std::int64_t. 0 for a type that is not a whole
/// number.
std::int64_t most_of(SlurmParameter::Type type);

/// Why the text cannot be a value in a Slurm file, or "". Examples: line breaks, `#`, inner quotes, unquoted spaces.
std::string bad_text(std::string_view value);

}  // namespace skiff
