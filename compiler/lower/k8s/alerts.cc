#include "lower/k8s/alerts.h"

#include <algorithm>
#include <array>

#include "embedded/templates.h"
#include "text/ascii.h"
#include "tree/template.h"
#include "tree/to_value.h"

namespace skiff {
namespace {

/// A word in the expression of a template, and what takes its place.
struct Name {
  std::string_view word;
  std::string text;
  Origin origin;
};

/// The names of all benchmarks as a regular expression, which matches nothing if there are none.
Name benchmarks(const plan::Plan& plan) {
  Name name{"BENCHMARKS", "", {}};
  if (!plan.health) return name;
  for (const plan::Benchmark& benchmark : plan.health->benchmarks) {
    name.text += (name.text.empty() ? "" : "|") + *benchmark.name;
    name.origin |= benchmark.name.origin;
  }
  return name;
}

/// The claims of slurmctld's state and of the database.
Name claims(const plan::Plan& plan) {
  const plan::Volume& state = plan.controller.state;
  const plan::Endpoint& slurmctld = plan.controller.endpoint;
  Name name{"CLAIMS", "namespace=\"" + *plan.ns + "\",persistentvolumeclaim=~\"", plan.ns.origin};
  if (state.create) {
    name.text += *state.name + '-' + *slurmctld.object + "-0";
    name.origin |= state.name.origin | slurmctld.object.origin;
  } else {
    name.text += **state.claim;
    name.origin |= state.claim->origin;
  }
  if (plan.accounting && plan.accounting->mariadb) {
    const plan::Text& data = plan.accounting->mariadb->data.name;
    const plan::Text& database = plan.accounting->database.object;
    name.text += '|' + *data + '-' + *database + "-0";
    name.origin |= data.origin | database.origin;
  }
  name.text += '"';
  return name;
}

/// Writes the alerts of one cluster.
class Alerts {
 public:
  explicit Alerts(const plan::Plan& plan)
      : plan_(plan),
        alerts_(*plan.monitoring.alerts),
        names_{{{"CLUSTER", "app_kubernetes_io_instance=\"" + *plan.name + "\",namespace=\"" + *plan.ns + '"',
                 plan.name.origin | plan.ns.origin},
                benchmarks(plan),
                claims(plan)}} {}

  /// Adds an alert, unless the spec leaves it out. `why`: the part of the spec without which it could never fire.
  void add(const Template& source, const Origin& why = {}) {
    Value alert = fill(source, {{"cluster", to_value(plan_.name)}, {"runbook", none()}}, alerts_.why | why);
    const std::string name = alert.find("alert")->text.str();
    if (std::ranges::any_of(alerts_.disabled, [&](const plan::Text& other) { return *other == name; })) return;
    replace_names(*alert.find("expr"));
    if (alerts_.runbooks) {
      const plan::Text& base = *alerts_.runbooks;
      alert.find("annotations")->add("runbook_url", Value::string(*base + to_lower(name), base.origin | alerts_.why));
    }
    rules_.items.push_back(std::move(alert));
  }

  Value rules() { return std::move(rules_); }

 private:
  void replace_names(Value& expression) const {
    std::string text = expression.text.str();
    Origin origin = expression.origin;
    for (const Name& name : names_) {
      for (std::size_t at = 0; (at = text.find(name.word, at)) != text.npos; at += name.text.size()) {
        text.replace(at, name.word.size(), name.text);
        origin |= name.origin;
      }
    }
    expression = Value::string(text, origin);
  }

  const plan::Plan& plan_;
  const plan::Alerts& alerts_;
  const std::array<Name, 3> names_;
  Value rules_ = Value::list();
};

}  // namespace

Value alert_group(const plan::Plan& plan) {
  Alerts alerts(plan);
  alerts.add(templates::alerts_slurmctld_silent);
  alerts.add(templates::alerts_metrics_missing);
  alerts.add(templates::alerts_metrics_incomplete);
  alerts.add(templates::alerts_node_down);
  alerts.add(templates::alerts_node_drained);
  alerts.add(templates::alerts_nodes_unavailable);
  if (plan.health) {
    const Origin& why = plan.health->interval.origin;
    alerts.add(templates::alerts_node_check_failed, why);
    if (!plan.health->benchmarks.empty()) alerts.add(templates::alerts_benchmark_below_floor, why);
  }
  alerts.add(templates::alerts_queue_stuck);
  alerts.add(templates::alerts_config_not_in_use);
  alerts.add(templates::alerts_sidecar_failing);
  alerts.add(templates::alerts_sidecar_silent);
  if (!plan.auth.service_tokens.empty())
    alerts.add(templates::alerts_service_token_expires, plan.auth.service_tokens.front().secret.origin);
  if (plan.accounting) alerts.add(templates::alerts_database_away, plan.accounting->endpoint.object.origin);
  alerts.add(templates::alerts_volume_nearly_full);
  for (const plan::NodeSet& set : plan.node_sets) {
    if (!elastic(set)) continue;
    alerts.add(templates::alerts_elastic_pods_missing, set.replicas.origin);
    break;
  }
  return fill(templates::alerts_group, {{"rules", alerts.rules()}}, plan.monitoring.alerts->why);
}

ObjectFile alerts_file(const plan::Plan& plan) {
  Value file = fill(templates::alerts_file, {{"group", alert_group(plan)}}, plan.monitoring.alerts->why);
  return {"monitoring/alerts.yaml", {std::move(file)}};
}

}  // namespace skiff
