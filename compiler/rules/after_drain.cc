#include <algorithm>

#include "rules/rules.h"

namespace skiff {

void rule_after_drain(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  if (!plan.health || !plan.health->after_drain) return;
  const spec::AfterDrain& after = *cluster.spec.health->after_drain;
  if (!after.replace && after.conditions.empty())
    found.push_back({.rule = "SKF366",
                     .problem = Problem::required,
                     .span = after.span,
                     .message = "nothing follows: give replace, conditions, or both"});
  if (!after.replace) return;
  const plan::Replace& replace = *plan.health->after_drain->replace;
  if (*replace.at_once > *replace.per_hour)
    found.push_back({.rule = "SKF366",
                     .problem = Problem::invalid,
                     .span = after.replace->at_once.span,
                     .value = std::to_string(*replace.at_once),
                     .message = "more than perHour, " + std::to_string(*replace.per_hour)});
  // The first of the good runs comes up to an interval after slurmd's start, and a pod takes its time to start.
  const std::int64_t needed = (*plan.health->good_runs + 1) * *plan.health->interval;
  if (*replace.patience < needed)
    refuse(found, "SKF366", after.replace->patience, *after.replace, "patience",
           std::to_string(*plan.health->good_runs) + " good runs take up to " + std::to_string(needed) + "s");
  const auto& disabled = plan.health->disabled;
  for (const auto& check : after.replace->checks)
    if (std::any_of(disabled.begin(), disabled.end(), [&](const auto& id) { return *id == *check; }))
      refuse(found, "SKF366", check, "is disabled: it drains nothing");
}

void rule_after_drain_pods(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  if (!plan.health || !plan.health->after_drain) return;
  const plan::AfterDrain& after = *plan.health->after_drain;
  // `kubectl apply` keeps an object in an annotation of its own, and annotations have 256 KiB (apimachinery, TotalAnnotationSizeLimitB).
  constexpr std::size_t most = 200 * 1024;
  std::size_t size = 0;
  for (const auto& set : plan.node_sets) {
    // In JSON: quotes, a comma, and the number behind a dash.
    const std::size_t names =
        static_cast<std::size_t>(*set.replicas) * (set.name->size() + std::to_string(*set.replicas).size() + 4);
    if (*after.pods) size += names;
    if (!after.replace || plan::elastic(set)) continue;
    const auto& replaced = after.replace->node_sets;
    if (std::any_of(replaced.begin(), replaced.end(), [&](const auto& name) { return *name == *set.name; }))
      size += names;
  }
  if (size > most)
    forbid(found, "SKF367", *cluster.spec.health->after_drain,
           "its Role would hold names of pods in " + std::to_string(size / 1024) + " KiB, and " +
               std::to_string(most / 1024) + " are as many as fit");
}

}  // namespace skiff
