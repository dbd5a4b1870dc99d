#pragma once

#include <span>

#include "diag/rule.h"

namespace skiff {

/// SKF0xx: what the text itself must be.
std::span<const Rule> read_rules();

}  // namespace skiff
