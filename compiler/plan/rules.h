#pragma once

#include <span>

#include "diag/rule.h"

namespace skiff {

/// SKF2xx: names that do not exist, and values that cannot be derived.
std::span<const Rule> resolve_rules();

}  // namespace skiff
