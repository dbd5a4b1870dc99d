#include <algorithm>
#include <unordered_map>

#include "plan/resolve_parts.h"
#include "plan/units.h"
#include "text/duration.h"

namespace skiff {
namespace {

constexpr std::int64_t week = 7 * 86400;

}  // namespace

void resolve_grace(const spec::ClusterSpec& spec, plan::Plan& plan) {
  std::unordered_map<std::string_view, plan::Int> longest;
  // All partitions together decide in which of them a set is, so all are part of the origin.
  Origin membership;
  for (const auto& partition : spec.partitions) {
    const std::int64_t limit = slurm_seconds(*partition.max_time);
    for (const auto& name : partition.node_sets) {
      membership |= name.origin;
      plan::Int& grace = longest[*name];
      grace.value = std::max(grace.value, limit < 0 ? week : std::min(limit, week));
      grace.origin |= partition.max_time.origin;
    }
  }
  for (std::size_t i = 0; i < plan.node_sets.size(); ++i) {
    const auto& updates = spec.node_sets[i].updates;
    plan::NodeSet& set = plan.node_sets[i];
    const auto found = longest.find(*set.name);
    if (updates.grace_period)
      set.grace_seconds = {seconds(*updates.grace_period), updates.grace_period.origin};
    else if (found != longest.end())
      set.grace_seconds = {*found->second, found->second.origin | membership};
    else
      set.grace_seconds = {week, constant(0).origin | membership};
  }
}

}  // namespace skiff
