#pragma once

#include <span>

#include "diag/rule.h"

namespace skiff {

/// SKF0xx: rules about the text itself.
std::span<const Rule> read_rules();

}  // namespace skiff
