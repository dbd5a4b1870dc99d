#pragma once

#include <span>

#include "diag/rule.h"

namespace skiff {

/// SKF1xx: rules of schema/cluster.schema.json for single fields.
std::span<const Rule> check_rules();

}  // namespace skiff
