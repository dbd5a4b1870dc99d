#include "plan/catalogue.h"
#include "plan/resolve_parts.h"

namespace skiff {
namespace {

/// The field with the name of the check alone: `mount` for `mount:/data`.
spec::Text check_of(const spec::Text& field) {
  spec::Text base = field;
  base.value = field->substr(0, field->find(':'));
  return base;
}

plan::Levels resolve_levels(const spec::Text& check, const spec::Levels& levels) {
  plan::Levels resolved{check.tracked(), {}};
  const auto add = [&](const char* found, const spec::Text& field) {
    if (field) resolved.instead.emplace_back(found, field.tracked());
  };
  add("warn", levels.warn);
  add("critical", levels.critical);
  add("unknown", levels.unknown);
  return resolved;
}

}  // namespace

std::optional<plan::Health> resolve_health(const spec::ClusterSpec& spec, Diagnostics& diagnostics) {
  if (!spec.health) return std::nullopt;
  const spec::Health& health = *spec.health;
  const Origin there = Origin::spec(health.span);
  plan::Health resolved;
  resolved.interval = resolve_seconds(health.interval);
  resolved.timeout = resolve_seconds(health.timeout);
  resolved.node_states = plan::joined(resolve_texts(health.node_states));
  resolved.prolog = health.prolog.tracked();
  resolved.epilog = health.epilog.tracked();
  resolved.comment = health.comment.tracked();
  resolved.good_runs = health.recovery.good_runs.tracked();
  resolved.max_drains = health.recovery.max_drains.tracked();
  resolved.window = resolve_seconds(health.recovery.window);
  resolved.interval.origin |= there;
  resolved.prolog.origin |= there;
  resolved.epilog.origin |= there;
  for (const auto& [name, value] : health.thresholds) {
    check_known("SKF208", name, health_threshold_names(), "schema/catalogue/health.yaml", diagnostics);
    resolved.thresholds.emplace_back(*name, plan::Int{*value, name.origin | value.origin});
  }
  resolved.xids = resolve_pairs(health.xids);
  for (const auto& [id, levels] : health.levels)
    if (check_known("SKF209", check_of(id), catalogue::health_checks(), "the checks of skiff-health", diagnostics))
      resolved.levels.push_back(resolve_levels(id, levels));
  for (const auto& id : health.disabled)
    check_known("SKF209", check_of(id), catalogue::health_checks(), "the checks of skiff-health", diagnostics);
  resolved.disabled = resolve_texts(health.disabled);
  if (health.checks) {
    const spec::Checks& checks = *health.checks;
    resolved.checks =
        plan::Checks{resolve_pairs(checks.programs), resolve_seconds(checks.timeout), resolve_texts(checks.contexts)};
  }
  for (const auto& mount : spec.mounts)
    for (const auto& set : mount.node_sets) resolved.mounts |= set.origin;
  return resolved;
}

}  // namespace skiff
