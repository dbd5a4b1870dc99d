#pragma once

#include <span>

#include "diag/rule.h"

namespace skiff {

/// The rules of this pass, SKF4xx. Most have no failing example: a spec that the passes before have accepted breaks
/// them only where a user's own names and parameters meet, or where skiff has a defect.
std::span<const Rule> verify_rules();

}  // namespace skiff
