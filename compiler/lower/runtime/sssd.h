#pragma once

#include <optional>

#include "lower/config_map.h"
#include "plan/plan.h"

namespace skiff {

/// sssd.conf for the directory of the spec, without the password, which start-sssd.sh appends. The section of the domain
/// is the last one for this reason.
/// `passwords` is why the directory also checks passwords of users, if it does.
MapFile sssd_conf(const plan::Ldap& ldap, const std::optional<Origin>& passwords, const Origin& why);

}  // namespace skiff
