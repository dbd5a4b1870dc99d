#pragma once

#include "change/outcome.h"
#include "change/side.h"

namespace skiff::change {

/// The retention policy of the claims is another one.
Outcome retention_outcome(const Object& set);

/// Adds to the outcome of fewer pods what happens to their claims.
Outcome with_claims_of_fewer_pods(Outcome outcome, const Object& set);

/// Adds to the outcome of a StatefulSet's removal what happens to its claims.
Outcome with_claims_of_removed_set(Outcome outcome, const Object& set);

}  // namespace skiff::change
