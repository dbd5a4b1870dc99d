#pragma once

#include <span>

#include "diag/rule.h"

namespace skiff {

/// SKF2xx: names that lead nowhere, and what can't be derived.
std::span<const Rule> resolve_rules();

}  // namespace skiff
