#pragma once

#include <set>
#include <string>

#include "policy/decide.h"

namespace skiff::policy {

/// Adds calls that remove the records that skiff created and that are no longer `listed` in the spec. Returns their
/// keys. An account stays if other associations or accounts below it stay. The default account of a user who stays is
/// not removed either.
std::set<std::string> prune(const std::set<std::string>& listed, const Records& records, const Memory& memory,
                            const std::string& cluster, std::vector<Call>& calls);

}  // namespace skiff::policy
