#pragma once

#include <span>

#include "diag/rule.h"

namespace skiff {

/// The rules about an output directory that holds an older output, SKF5xx. `skiff build` checks them.
std::span<const Rule> change_rules();

}  // namespace skiff
