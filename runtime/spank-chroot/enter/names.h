#pragma once

#include <functional>
#include <string>
#include <vector>

#include "plan/verdict.h"

namespace jail {

/// The numbers of users and groups, which are given by name or number. A name that the node does not know is ignored,
/// and `say` gets a line about it. So if the user database is unavailable for a while, these users stay in the jail
/// and no step fails.
Names look_up(const std::vector<std::string>& users, const std::vector<std::string>& groups,
              const std::function<void(const std::string&)>& say);

/// Looks up a user in the user database, so that the database's modules are loaded.
void warm_up(std::uint32_t uid);

}  // namespace jail
