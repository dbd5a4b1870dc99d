#include "plan/catalogue.h"
#include "plan/health_checks.h"
#include "plan/owned.h"
#include "plan/resolve_parts.h"
#include "rules/rules.h"

namespace skiff {

// A run that takes longer than the interval would overlap with the next one.
void rule_health_times(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  if (!plan.health) return;
  const spec::Health& health = *cluster.spec.health;
  // skiff-health calls scontrol after its checks.
  if (*plan.health->interval < *plan.health->timeout + 20)
    refuse(found, "SKF339", health.interval, health, "interval",
           "must be at least 20 seconds longer than the timeout of " + *health.timeout);
  if (plan.health->checks && *plan.health->checks->timeout >= *plan.health->timeout)
    refuse(found, "SKF339", health.checks->timeout, *health.checks, "timeout",
           "must be less than the timeout of the whole run, " + *health.timeout);
}

// skiff-health checks the critical limit first (runtime/health/checks/space.cc).
void rule_health_space(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  if (!plan.health) return;
  const spec::Int* warn = nullptr;
  const spec::Int* critical = nullptr;
  for (const auto& [name, value] : cluster.spec.health->thresholds) {
    if (*name == "spaceWarn") warn = &value;
    if (*name == "spaceCritical") critical = &value;
  }
  const std::int64_t warn_at = warn ? **warn : health_threshold("spaceWarn");
  const std::int64_t critical_at = critical ? **critical : health_threshold("spaceCritical");
  if ((!warn && !critical) || warn_at > critical_at) return;
  found.push_back({.rule = "SKF369",
                   .severity = Severity::warning,
                   .problem = Problem::invalid,
                   .span = (warn ? warn : critical)->span,
                   .value = std::to_string(warn ? warn_at : critical_at),
                   .message = (warn ? "must be more than spaceCritical, " + std::to_string(critical_at)
                                    : "must be less than spaceWarn, " + std::to_string(warn_at)) +
                              ": otherwise the node is drained without a warning"});
}

void rule_health_checks(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  if (!plan.health) return;
  const spec::Health& health = *cluster.spec.health;
  const auto ids = health_checks_of_items(plan);
  const std::vector<std::string_view> known(ids.begin(), ids.end());
  const auto one_of_several = [&](const spec::Text& check) {
    if (check->find(':') != check->npos) check_known("SKF384", check, known, "the checks of any node set", found);
  };
  for (const auto& check : health.disabled) one_of_several(check);
  for (const auto& [check, levels] : health.levels) {
    one_of_several(check);
    for (const auto& disabled : health.disabled)
      if (*disabled == *check || check->starts_with(*disabled + ":"))
        found.push_back({.rule = "SKF384",
                         .problem = Problem::invalid,
                         .span = check.span,
                         .value = quote(*check),
                         .message = "this check is disabled, so it has no level",
                         .notes = {{disabled.span, "disabled here"}}});
  }
}

void rule_health_parameters(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  if (!plan.health) return;
  const auto decided = [&](std::string_view key, const char* instead) {
    for (const auto& [name, setting] : cluster.spec.slurm.config)
      if (same_key(*name, key))
        forbid(found, "SKF340", name, std::string("spec.health decides this parameter: ") + instead);
  };
  decided("HealthCheckProgram", "remove one of the two");
  decided("HealthCheckInterval", "set spec.health.interval");
  decided("HealthCheckNodeState", "set spec.health.nodeStates");
  decided("HealthCheckTimeout", "set spec.health.interval");
}

}  // namespace skiff
