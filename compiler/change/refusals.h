#pragma once

#include "change/compare.h"
#include "change/outcome.h"
#include "change/side.h"

namespace skiff::change {

/// The API server refuses this difference. The outcome has the steps of a workaround, if there is one.
Outcome refusal(const Object& before, const Difference& difference);

/// A claim's volume is enlarged.
Outcome expansion_outcome(const Object& claim);

}  // namespace skiff::change
