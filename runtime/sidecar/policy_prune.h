#pragma once

#include <set>
#include <string>

#include "sidecar/policy.h"

namespace skiff::sidecar {

/// Removes what was made of the spec and is not `listed` in it any more, and gives the keys of that. An account with anybody else's association or account
/// below it stays, and so does the default account of who stays.
std::set<std::string> prune(const std::set<std::string>& listed, const Records& records, const PolicyMemory& memory,
                            const std::string& cluster, std::vector<PolicyCall>& calls);

}  // namespace skiff::sidecar
