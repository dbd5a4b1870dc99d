#include "lower/runtime/after_drain.h"

#include "plan/catalogue.h"
#include "tree/json_lines.h"
#include "tree/to_value.h"

namespace skiff {
namespace {

/// How the pods of a set come and go.
Value kind(const plan::NodeSet& set) {
  return Value::string(SharedText::lasting(plan::elastic(set) ? "elastic" : "fixed"),
                       set.name.origin | set.replicas.origin);
}

Value sets(const plan::Plan& plan) {
  Value map = Value::map();
  for (const auto& set : plan.node_sets) {
    map.origin |= set.name.origin;
    map.add(*set.name, kind(set));
  }
  return map;
}

Value replaced_sets(const plan::Plan& plan, const plan::Replace& replace) {
  Value map = Value::map(replace.per_hour.origin);
  for (const auto& set : plan.node_sets)
    for (const auto& name : replace.node_sets) {
      if (*name != *set.name) continue;
      map.add(*set.name, kind(set));
      because(map.members.own().back().value, name.origin);
      map.origin |= name.origin;
    }
  return map;
}

Value replace(const plan::Plan& plan, const plan::AfterDrain& after) {
  if (!after.replace) return none();
  const plan::Replace& replace = *after.replace;
  Value map = Value::map(replace.per_hour.origin);
  // What is always there comes last: JSON's commas tell whether something follows.
  map.add("checks", unless_empty(to_value(replace.checks)));
  map.add("sets", replaced_sets(plan, replace));
  map.add("perHour", to_value(replace.per_hour));
  map.add("atOnce", to_value(replace.at_once));
  map.add("patience", to_value(replace.patience));
  map.add("again", to_value(replace.again));
  return map;
}

Value checks(const Origin& why) {
  Value list = Value::list({}, why);
  for (const std::string_view id : health_checks()) list.items.push_back(Value::string(SharedText::lasting(id), why));
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

}  // namespace

MapFile after_drain_settings(const plan::Plan& plan) {
  const plan::AfterDrain& after = *plan.health->after_drain;
  Value settings = Value::map(after.wait.origin);
  settings.add("replace", replace(plan, after));
  settings.add("benchmarks", benchmarks(*plan.health));
  settings.add("checks", checks(after.wait.origin));
  settings.add("sets", sets(plan));
  settings.add("pods", to_value(after.pods));
  settings.add("machines", to_value(after.machines));
  settings.add("wait", to_value(after.wait));
  MapFile made{"after-drain.json", {"scripts/after-drain.json", {}, {}}};
  append_json_lines(made.file, settings);
  return made;
}

}  // namespace skiff
