#pragma once

#include <span>

#include "diag/rule.h"

namespace skiff {

/// The rules of this pass, SKF4xx. Most have no invalid spec as an example: after the earlier passes, a spec violates
/// them only through combinations of the user's names and parameters, or through a bug in skiff.
std::span<const Rule> verify_rules();

}  // namespace skiff
