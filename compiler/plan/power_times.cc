#include <algorithm>

#include "plan/resolve_parts.h"

namespace skiff {

plan::PowerTimes plan::power_times(const Plan& plan) {
  PowerTimes longest;
  for (const NodeSet& set : plan.node_sets) {
    if (!set.scaling) continue;
    const auto take = [](Int& all, const Int& own) { all = {std::max(*all, *own), all.origin | own.origin}; };
    take(longest.idle, set.scaling->idle);
    take(longest.resume, set.scaling->resume);
  }
  // Without elastic sets these values do not matter: fixed sets are never suspended, and ResumeProgram acts at once.
  if (longest.idle.value == 0) return {constant(600), constant(300)};
  return longest;
}

}  // namespace skiff
