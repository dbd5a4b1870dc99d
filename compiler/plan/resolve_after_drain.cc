#include <algorithm>

#include "plan/catalogue.h"
#include "plan/resolve_parts.h"

namespace skiff {
namespace {

plan::Replace resolve_replace(const spec::Replace& replace, const plan::Plan& plan, Diagnostics& diagnostics) {
  plan::Replace resolved;
  std::vector<std::string_view> known;
  for (const auto& set : plan.node_sets) known.push_back(*set.name);
  for (const auto& name : replace.node_sets) check_known("SKF204", name, known, "spec.nodeSets", diagnostics);
  resolved.node_sets = resolve_texts(replace.node_sets);
  if (replace.node_sets.empty())
    for (const auto& set : plan.node_sets) resolved.node_sets.push_back(set.name);
  for (const auto& id : replace.checks)
    check_known("SKF209", id, catalogue::health_checks(), "the checks of skiff-health", diagnostics);
  resolved.checks = resolve_texts(replace.checks);
  resolved.per_hour = replace.per_hour.tracked();
  resolved.per_hour.origin |= Origin::spec(replace.span);
  resolved.at_once = replace.at_once.tracked();
  resolved.patience = resolve_seconds(replace.patience);
  resolved.again = resolve_seconds(replace.again);
  return resolved;
}

/// True if `conditions` contains the word. The origin is the word, or the list if it lacks the word.
plan::Bool has(const spec::AfterDrain& after, std::string_view word) {
  Origin why = Origin::spec(after.span);
  for (const auto& each : after.conditions) {
    if (*each == word) return {true, each.origin};
    why |= each.origin;
  }
  return {false, why};
}

}  // namespace

void resolve_after_drain(const spec::ClusterSpec& spec, plan::Plan& plan, Diagnostics& diagnostics) {
  if (!spec.health || !spec.health->after_drain) return;
  const spec::AfterDrain& after = *spec.health->after_drain;
  plan::AfterDrain resolved;
  resolved.object = object_name(plan.name, "after-drain");
  resolved.wait = resolve_seconds(after.wait);
  resolved.wait.origin |= Origin::spec(after.span);
  if (after.replace) resolved.replace = resolve_replace(*after.replace, plan, diagnostics);
  resolved.pods = has(after, "pod");
  resolved.machines = has(after, "node");
  plan.health->after_drain = std::move(resolved);
}

}  // namespace skiff
