#pragma once

#include "lower/config_map.h"
#include "plan/plan.h"

namespace skiff {

/// sssd.conf for the directory of the spec, without the password, which start-sssd.sh appends. The section of the domain
/// is the last one for this reason.
MapFile sssd_conf(const plan::Ldap& ldap, const Origin& why);

}  // namespace skiff
