#include "lower/runtime/sidecar.h"

#include <algorithm>

#include "embedded/shared.h"
#include "lower/runtime/settings.h"
#include "plan/catalogue.h"
#include "provenance/constant.h"
#include "tree/to_value.h"

namespace skiff {
namespace {

/// The names of all elastic sets, or of all sets of fixed size.
Value sets(const plan::Plan& plan, bool elastic) {
  Value list = Value::list();
  for (const auto& set : plan.node_sets) {
    const Origin why = set.name.origin | set.replicas.origin;
    list.origin |= why;
    if (plan::elastic(set) == elastic) list.items.push_back(Value::string(*set.name, why));
  }
  return unless_empty(std::move(list));
}

Value replaced_sets(const plan::Plan& plan, const plan::Replace& replace) {
  Value list = Value::list({}, replace.per_hour.origin);
  for (const auto& set : plan.node_sets)
    for (const auto& name : replace.node_sets) {
      if (*name != *set.name) continue;
      list.items.push_back(Value::string(*set.name, set.name.origin | name.origin));
      list.origin |= name.origin;
    }
  return list;
}

Value replace(const plan::Plan& plan, const plan::AfterDrain& after) {
  if (!after.replace) return none();
  const plan::Replace& replace = *after.replace;
  Value sometimes = Value::map(replace.per_hour.origin);
  sometimes.add("checks", unless_empty(to_value(replace.checks)));
  Value always = Value::map();
  always.add("sets", replaced_sets(plan, replace));
  always.add("perHour", to_value(replace.per_hour));
  always.add("atOnce", to_value(replace.at_once));
  always.add("patience", to_value(replace.patience));
  always.add("again", to_value(replace.again));
  return settings_map(std::move(sometimes), always);
}

Value checks(const Origin& why) {
  Value list = Value::list({}, why);
  for (const std::string_view id : catalogue::health_checks())
    list.items.push_back(Value::string(SharedText::lasting(id), why));
  return list;
}

Value benchmarks(const plan::Health& health) {
  Value list = Value::list();
  for (const auto& benchmark : health.benchmarks) {
    list.items.push_back(to_value(benchmark.name));
    list.origin |= benchmark.name.origin;
  }
  return unless_empty(std::move(list));
}

Value after_drain(const plan::Plan& plan) {
  if (!plan.health || !plan.health->after_drain) return none();
  const plan::AfterDrain& after = *plan.health->after_drain;
  Value sometimes = Value::map(after.wait.origin);
  sometimes.add("replace", replace(plan, after));
  sometimes.add("benchmarks", benchmarks(*plan.health));
  sometimes.add("fixed", sets(plan, false));
  sometimes.add("elastic", sets(plan, true));
  Value always = Value::map();
  always.add("checks", checks(after.wait.origin));
  always.add("pods", to_value(after.pods));
  always.add("machines", to_value(after.machines));
  always.add("wait", to_value(after.wait));
  return settings_map(std::move(sometimes), always);
}

Value power(const plan::Plan& plan) {
  Origin why;
  for (const auto& set : plan.node_sets)
    if (plan::elastic(set)) why |= set.replicas.origin;
  return std::any_of(plan.node_sets.begin(), plan.node_sets.end(), plan::elastic) ? Value::boolean(true, why) : none();
}

Value dead_nodes(const plan::Sidecar& sidecar) {
  if (!sidecar.dead_nodes) return none();
  Value always = Value::map(sidecar.dead_nodes->after.origin);
  always.add("after", to_value(sidecar.dead_nodes->after));
  always.add("atMost", to_value(sidecar.dead_nodes->at_most));
  return always;
}

Value service_tokens(const plan::Auth& auth) {
  Value list = Value::list();
  for (const plan::ServiceToken& token : auth.service_tokens) {
    Value item = Value::map(token.secret.origin);
    item.add("secret", to_value(token.secret));
    item.add("user", to_value(token.user));
    item.add("lifetime", to_value(token.lifetime));
    list.items.push_back(std::move(item));
    list.origin |= token.secret.origin;
  }
  return unless_empty(std::move(list));
}

/// The nodes whose places in the network follow from a label of Kubernetes nodes.
Value topology(const plan::Plan& plan) {
  const plan::Topology* labelled = plan::labelled_topology(plan.topologies);
  if (!labelled) return none();
  Value always = Value::map(labelled->from_node_label->origin);
  always.add("name", to_value(labelled->name));
  always.add("label", to_value(*labelled->from_node_label));
  always.add("units", to_value(plan::unit_names(*labelled)));
  always.add("nodes", to_value(*labelled->labelled));
  return always;
}

}  // namespace

MapFile sidecar_settings(const plan::Plan& plan) {
  const plan::Sidecar& sidecar = plan.controller.sidecar;
  Value log = Value::map(sidecar.log_level.origin);
  log.add("level", to_value(sidecar.log_level));
  log.add("format", to_value(sidecar.log_format));
  Value sometimes = Value::map(constant(true).origin);
  sometimes.add("power", power(plan));
  sometimes.add("afterDrain", after_drain(plan));
  sometimes.add("topology", topology(plan));
  sometimes.add("serviceTokens", service_tokens(plan.auth));
  sometimes.add("users", plan.users
                             ? Value::string(SharedText::lasting(shared::paths::users), plan.users->volume.origin)
                             : none());
  sometimes.add("deadNodes", dead_nodes(sidecar));
  sometimes.add("nodeConditions", *sidecar.node_conditions ? to_value(sidecar.node_conditions) : none());
  const auto& metrics = plan.monitoring.metrics;
  sometimes.add("metrics", metrics ? to_value(plan::Bool{true, metrics->why}) : none());
  Value always = Value::map();
  always.add("log", std::move(log));
  always.add("cluster", to_value(plan.name));
  always.add("namespace", to_value(plan.ns));
  return settings_file("sidecar.json", "scripts/sidecar.json", settings_map(std::move(sometimes), always));
}

}  // namespace skiff
