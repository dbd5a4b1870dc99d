#include "embedded/templates.h"
#include "lower/k8s/metadata.h"
#include "lower/k8s/sidecar.h"
#include "plan/names.h"
#include "provenance/constant.h"

namespace skiff {

Rights dead_node_rights(const plan::Plan& plan) {
  if (!plan.controller.sidecar.dead_nodes) return {};
  const plan::DeadNodes& dead = *plan.controller.sidecar.dead_nodes;
  Rights rights;
  rights.why = dead.after.origin;
  const Origin& why = rights.why;
  const Component component{constant("slurmctld"), constant("controller"), dead.object};
  const Value meta = metadata(plan, component);
  std::vector<const plan::NodeSet*> sets;
  for (const auto& set : plan.node_sets) sets.push_back(&set);
  rights.objects.push_back(
      fill(templates::k8s_dead_nodes_role,
           {{"metadata", meta}, {"deleteRule", pods_rule(templates::k8s_dead_nodes_delete_rule, sets, why)}}, why));
  rights.objects.push_back(role_binding(plan, meta, why));
  const Value cluster = cluster_metadata(plan, component, cluster_wide_name(plan.ns, component.object));
  rights.objects.push_back(fill(templates::k8s_dead_nodes_cluster_role, {{"metadata", cluster}}, why));
  rights.objects.push_back(cluster_role_binding(plan, cluster, why));
  return rights;
}

}  // namespace skiff
