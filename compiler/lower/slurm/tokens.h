#pragma once

#include "plan/plan.h"
#include "tree/conf.h"

namespace skiff {

/// Adds the parameters with which a daemon accepts tokens. `makes_tokens`: slurmctld also makes tokens; slurmdbd only
/// checks them.
void add_tokens(Conf& conf, const plan::Auth& auth, bool makes_tokens);

}  // namespace skiff
