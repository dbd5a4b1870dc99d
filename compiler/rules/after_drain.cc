#include <algorithm>

#include "rules/rules.h"

namespace skiff {
namespace {

bool is_never_critical(const plan::Levels& levels) {
  bool lowered = false, raised = false;
  for (const auto& [level, instead] : levels.instead) {
    lowered = lowered || (level == "critical" && *instead != "critical");
    raised = raised || (level != "critical" && *instead == "critical");
  }
  return lowered && !raised;
}

}  // namespace

void rule_after_drain(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  if (!plan.health || !plan.health->after_drain) return;
  const spec::AfterDrain& after = *cluster.spec.health->after_drain;
  if (!after.replace && after.conditions.empty())
    found.push_back({.rule = "SKF366",
                     .problem = Problem::required,
                     .span = after.span,
                     .message = "set replace, conditions, or both"});
  if (!after.replace) return;
  const plan::Replace& replace = *plan.health->after_drain->replace;
  if (*replace.at_once > *replace.per_hour)
    found.push_back({.rule = "SKF366",
                     .problem = Problem::invalid,
                     .span = after.replace->at_once.span,
                     .value = std::to_string(*replace.at_once),
                     .message = "must be no more than perHour, " + std::to_string(*replace.per_hour)});
  // The first passing run may come as late as one interval after slurmd starts, and a pod needs time to start.
  const std::int64_t needed = (*plan.health->good_runs + 1) * *plan.health->interval;
  if (*replace.patience < needed)
    refuse(found, "SKF366", after.replace->patience, *after.replace, "patience",
           "must be at least " + std::to_string(needed) + "s, the time for " + std::to_string(*plan.health->good_runs) +
               " passing runs");
  const auto& disabled = plan.health->disabled;
  for (const auto& check : after.replace->checks)
    if (std::any_of(disabled.begin(), disabled.end(), [&](const auto& id) { return *id == *check; }))
      refuse(found, "SKF366", check, "this check is disabled, so it drains nothing");
  for (const auto& check : after.replace->checks)
    for (const auto& levels : plan.health->levels)
      if (*levels.check == *check && is_never_critical(levels))
        refuse(found, "SKF366", check, "with health.levels this check is never critical, so it drains nothing");
}

void rule_pods_of_roles(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  // `kubectl apply` stores an object in one of its own annotations, and annotations have at most 256 KiB (apimachinery,
  // TotalAnnotationSizeLimitB).
  constexpr std::size_t most = 200 * 1024;
  const auto check = [&](const auto& part, std::size_t size) {
    if (size > most)
      forbid(found, "SKF367", part,
             "its Role would contain " + std::to_string(size / 1024) + " KiB of pod names, and the limit is " +
                 std::to_string(most / 1024) + " KiB");
  };
  const plan::AfterDrain* after = plan.health && plan.health->after_drain ? &*plan.health->after_drain : nullptr;
  std::size_t all = 0, of_after_drain = 0;
  for (const auto& set : plan.node_sets) {
    // A name in JSON also has two quotes, a comma, a dash and a number.
    const std::size_t names =
        static_cast<std::size_t>(*set.replicas) * (set.name->size() + std::to_string(*set.replicas).size() + 4);
    all += names;
    if (!after) continue;
    if (*after->pods) of_after_drain += names;
    if (!after->replace || plan::elastic(set)) continue;
    const auto& replaced = after->replace->node_sets;
    if (std::any_of(replaced.begin(), replaced.end(), [&](const auto& name) { return *name == *set.name; }))
      of_after_drain += names;
  }
  if (after) check(*cluster.spec.health->after_drain, of_after_drain);
  if (*plan.controller.sidecar.node_conditions) check(cluster.spec.controller.sidecar.node_conditions, all);
  if (plan.controller.sidecar.dead_nodes) check(*cluster.spec.controller.sidecar.dead_nodes, all);
}

}  // namespace skiff
