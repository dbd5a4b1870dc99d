#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "verify/tables.h"

namespace skiff {

/// Why Slurm does not take the value for this type as it was meant, or "" if it does.
std::string bad_value(SlurmParameter::Type type, std::string_view value);

/// The largest number of a type, which UNLIMITED stands for; that of 64 bits where it is no number.
std::int64_t most_of(SlurmParameter::Type type);

/// Why the text can't stand as a value in a Slurm file, or "": line breaks, `#`, quotes inside, spaces without quotes.
std::string bad_text(std::string_view value);

}  // namespace skiff
