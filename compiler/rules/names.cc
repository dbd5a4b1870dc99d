#include <algorithm>
#include <map>

#include "rules/rules.h"

namespace skiff {
namespace {

template <class Items>
void unique(const Items& items, std::string_view what, Diagnostics& found) {
  std::map<std::string_view, const spec::Text*> seen;
  for (const auto& item : items) {
    const auto [first, fresh] = seen.emplace(*item.name, &item.name);
    if (fresh) continue;
    found.push_back({.rule = "SKF301", .problem = Problem::duplicate, .span = item.name.span,
                     .value = "\"" + *item.name + "\"", .message = "",
                     .notes = {{first->second->span, "the first " + std::string(what) + " of this name"}}});
  }
}

}  // namespace

void rule_unique_names(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  unique(cluster.spec.node_sets, "node set", found);
  unique(cluster.spec.partitions, "partition", found);
  unique(cluster.spec.login, "set of login pods", found);
}

// A node set's StatefulSet has the set's own name, so that its pods are Slurm's nodes by name; all others begin with the
// cluster's.
void rule_object_names(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  std::vector<std::string> taken{*plan.controller.endpoint.object};
  if (plan.accounting) {
    taken.push_back(*plan.accounting->endpoint.object);
    if (plan.accounting->mariadb) taken.push_back(*plan.accounting->database.object);
  }
  const auto refuse = [&](const spec::Text& name, const std::string& object) {
    found.push_back({.rule = "SKF302", .problem = Problem::invalid, .span = name.span, .value = "\"" + *name + "\"",
                     .message = "another object of the cluster is named \"" + object + "\""});
  };
  for (std::size_t i = 0; i < plan.login.size(); ++i) {
    const std::string& object = *plan.login[i].object;
    for (const auto& reserved : {"slurmctld", "slurmdbd", "mariadb", "nodes", "slurmrestd"})
      if (*plan.login[i].name == reserved) refuse(cluster.spec.login[i].name, object);
    taken.push_back(object);
  }
  for (const auto& set : cluster.spec.node_sets)
    if (std::find(taken.begin(), taken.end(), *set.name) != taken.end()) refuse(set.name, *set.name);
}

// Labels that skiff sets itself decide what Services and disruption budgets select.
void rule_label_keys(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  const auto check = [&](const spec::TextMap& labels) {
    for (const auto& [key, value] : labels) {
      if (!key->starts_with("app.kubernetes.io/") && !key->starts_with("pod-security.kubernetes.io/") &&
          !key->starts_with("skiff/"))
        continue;
      found.push_back({.rule = "SKF303", .problem = Problem::forbidden, .span = key.span,
                       .message = "labels and annotations under this prefix are skiff's own"});
    }
  };
  check(cluster.metadata.labels);
  check(cluster.metadata.annotations);
  for (const auto& set : cluster.spec.node_sets) {
    check(set.labels);
    check(set.annotations);
  }
}

}  // namespace skiff
