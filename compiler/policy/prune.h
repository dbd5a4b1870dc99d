#pragma once

#include <set>
#include <string>

#include "policy/decide.h"

namespace skiff::policy {

struct Pruned {
  std::set<std::string> gone;    ///< the keys of the records that the calls remove
  std::set<std::string> spared;  ///< those that stay because of their usage
};

/// Adds calls that remove the records that skiff created and that are no longer `listed` in the spec. An account stays if
/// other associations or accounts below it stay. The default account of a user who stays is not removed either. With
/// Prune::unused, associations and accounts with usage stay.
Pruned prune(Prune which, const std::set<std::string>& listed, const Records& records, const Memory& memory,
             const std::string& cluster, std::vector<Call>& calls);

}  // namespace skiff::policy
