#include <algorithm>
#include <map>

#include "plan/owned.h"
#include "rules/rules.h"

namespace skiff {
namespace {

template <class Items>
void unique(const Items& items, std::string_view what, Diagnostics& found) {
  std::map<std::string_view, const spec::Text*> seen;
  for (const auto& item : items) {
    const auto [first, fresh] = seen.emplace(*item.name, &item.name);
    if (fresh) continue;
    duplicate(found, "SKF301", item.name, "", first->second->span,
              "the first " + std::string(what) + " with this name");
  }
}

}  // namespace

void rule_unique_names(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  unique(cluster.spec.node_sets, "node set", found);
  unique(cluster.spec.partitions, "partition", found);
  unique(cluster.spec.login, "set of login pods", found);
  if (cluster.spec.auth.jwt) unique(cluster.spec.auth.jwt->service_tokens, "token", found);
  if (cluster.spec.health) unique(cluster.spec.health->benchmarks, "benchmark", found);
  if (!cluster.spec.accounting) return;
  unique(cluster.spec.accounting->qos, "QOS", found);
  unique(cluster.spec.accounting->accounts, "account", found);
  unique(cluster.spec.accounting->users, "user", found);
}

// A node set's StatefulSet has the name of the set, so that its pods have the names of Slurm's nodes. The names of all
// other objects begin with the cluster's name.
void rule_object_names(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  std::vector<std::string> taken{*plan.controller.endpoint.object};
  if (plan.accounting) {
    taken.push_back(*plan.accounting->endpoint.object);
    if (plan.accounting->mariadb) taken.push_back(*plan.accounting->database.object);
  }
  if (plan.rest_api) taken.push_back(*plan.rest_api->endpoint.object);
  const auto collides = [&](const spec::Text& name, const std::string& object) {
    refuse(
        found, "SKF302", name,
        "its objects would have the name \"" + object + "\", which another part of the cluster has: use another name");
  };
  for (std::size_t i = 0; i < plan.login.size(); ++i) {
    const std::string& object = *plan.login[i].object;
    for (const auto& reserved : {"slurmctld", "slurmdbd", "mariadb", "nodes", "slurmrestd"})
      if (*plan.login[i].name == reserved) collides(cluster.spec.login[i].name, object);
    taken.push_back(object);
  }
  for (const auto& set : cluster.spec.node_sets)
    if (std::find(taken.begin(), taken.end(), *set.name) != taken.end()) collides(set.name, *set.name);
}

// A line with PartitionName=DEFAULT, in upper or lower case, is not a partition: it sets the defaults of later lines.
void rule_partition_names(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  for (const auto& partition : cluster.spec.partitions)
    if (same_key(*partition.name, "DEFAULT"))
      forbid(found, "SKF327", partition.name,
             "Slurm reads a line with this name as the defaults of all partitions: use another name");
}

// Kubernetes and the clouds use these namespaces themselves, so skiff must not set their labels and Pod Security level.
void rule_namespace(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  if (!*plan.create_namespace || (*plan.ns != "default" && !plan.ns.value.starts_with("kube-"))) return;
  refuse(found, "SKF337", cluster.metadata.ns,
         "this namespace belongs to Kubernetes: use another one, or set metadata.createNamespace to false");
}

// Services and disruption budgets select pods by labels that skiff sets.
void rule_label_keys(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  const auto check = [&](const spec::TextMap& labels) {
    for (const auto& [key, value] : labels) {
      if (!key->starts_with("app.kubernetes.io/") && !key->starts_with("pod-security.kubernetes.io/") &&
          !key->starts_with("skiff/"))
        continue;
      forbid(found, "SKF303", key, "labels and annotations with this prefix are reserved for skiff");
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
