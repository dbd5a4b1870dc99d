#pragma once

#include <span>

#include "diag/rule.h"

namespace skiff {

/// SKF1xx: what schema/cluster.schema.json says about single fields.
std::span<const Rule> check_rules();

}  // namespace skiff
