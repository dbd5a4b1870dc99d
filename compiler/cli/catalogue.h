#pragma once

#include <string_view>
#include <vector>

#include "diag/rule.h"

namespace skiff {

/// Every rule of every pass, in the order of the ids.
std::vector<Rule> all_rules();

/// The rule of this id, or nullptr.
const Rule* find_rule(std::string_view id);

/// What `skiff explain` says about a rule. Throws std::logic_error where nobody has written it.
std::string_view text_of(const Rule& rule);

}  // namespace skiff
