#pragma once

#include <string_view>
#include <vector>

#include "diag/rule.h"

namespace skiff {

/// All rules of all passes, in the order of their ids.
std::vector<Rule> all_rules();

/// The rule with this id, or nullptr.
const Rule* find_rule(std::string_view id);

/// The text of a rule, which `skiff explain` prints. Throws std::logic_error if there is none.
std::string_view text_of(const Rule& rule);

}  // namespace skiff
