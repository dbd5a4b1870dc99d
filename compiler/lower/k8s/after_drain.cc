#include <algorithm>

#include "embedded/templates.h"
#include "lower/k8s/metadata.h"
#include "lower/k8s/sidecar.h"
#include "plan/names.h"
#include "provenance/constant.h"
#include "tree/to_value.h"

namespace skiff {
namespace {

Value delete_rule(const plan::Plan& plan, const plan::AfterDrain& after) {
  if (!after.replace) return none();
  std::vector<const plan::NodeSet*> sets;
  Origin why = after.replace->per_hour.origin;
  for (const auto& set : plan.node_sets) {
    // Slurm's power saving deletes the pods of an elastic set.
    if (plan::elastic(set)) continue;
    for (const auto& name : after.replace->node_sets) {
      if (*name != *set.name) continue;
      sets.push_back(&set);
      why |= name.origin;
    }
  }
  return pods_rule(templates::k8s_after_drain_delete_rule, sets, why);
}

Value status_rule(const plan::Plan& plan, const plan::AfterDrain& after) {
  if (!*after.pods) return none();
  std::vector<const plan::NodeSet*> sets;
  for (const auto& set : plan.node_sets) sets.push_back(&set);
  return pods_rule(templates::k8s_sidecar_status_rule, sets, after.pods.origin);
}

}  // namespace

Rights after_drain_rights(const plan::Plan& plan) {
  if (!plan.health || !plan.health->after_drain) return {};
  const plan::AfterDrain& after = *plan.health->after_drain;
  Rights rights;
  rights.why = after.wait.origin;
  const Origin& why = rights.why;
  const Component component{constant("slurmctld"), constant("controller"), after.object};
  const Value meta = metadata(plan, component);
  rights.objects.push_back(fill(
      templates::k8s_after_drain_role,
      {{"metadata", meta}, {"deleteRule", delete_rule(plan, after)}, {"statusRule", status_rule(plan, after)}}, why));
  rights.objects.push_back(role_binding(plan, meta, why));
  if (*after.machines) {
    const Origin machines = why | after.machines.origin;
    const Value cluster = cluster_metadata(plan, component, cluster_wide_name(plan.ns, component.object));
    rights.objects.push_back(fill(templates::k8s_after_drain_cluster_role, {{"metadata", cluster}}, machines));
    rights.objects.push_back(cluster_role_binding(plan, cluster, machines));
  }
  return rights;
}

}  // namespace skiff
