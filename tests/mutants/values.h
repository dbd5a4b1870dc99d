#pragma once

#include <cstdint>
#include <vector>

#include "json.h"
#include "verify/tables.h"

namespace skiff::mutants {

/// Values of one kind, such as the limits of an integer, or the known words of a list.
using Values = std::vector<Json>;

/// Values to give a parameter of this release (241199 is the last 24.11): good ones, limits, wrong ones. Each kind is
/// to be tried equally often, however many values it has.
std::vector<Values> values_of(const SlurmParameter& parameter, std::uint32_t release);

}  // namespace skiff::mutants
