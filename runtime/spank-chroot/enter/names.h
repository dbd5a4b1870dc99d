#pragma once

#include <functional>
#include <string>
#include <vector>

#include "plan/verdict.h"

namespace jail {

/// The numbers of users and groups by name or number. A name that the node does not know is nobody's, and `say` gets a line of it: a user
/// database that is away for a while leaves people in the jail, and no step fails for it.
Names look_up(const std::vector<std::string>& users, const std::vector<std::string>& groups,
              const std::function<void(const std::string&)>& say);

/// Asks the user database for a user, so that its modules are loaded.
void warm_up(std::uint32_t uid);

}  // namespace jail
