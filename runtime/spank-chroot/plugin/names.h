#pragma once

#include <string>
#include <vector>

#include "plan/verdict.h"

namespace jail {

/// The numbers of users and groups by name or number. Throws Failure for a name that the node does not know: a typing error
/// would leave somebody in whom the administrator meant to be out.
Names look_up(const std::vector<std::string>& users, const std::vector<std::string>& groups);

/// Asks the user database for a user, so that its modules are loaded.
void warm_up(std::uint32_t uid);

}  // namespace jail
