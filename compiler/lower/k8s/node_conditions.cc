#include "embedded/templates.h"
#include "lower/k8s/metadata.h"
#include "lower/k8s/sidecar.h"
#include "plan/names.h"
#include "provenance/constant.h"

namespace skiff {

Rights node_condition_rights(const plan::Plan& plan) {
  if (!*plan.controller.sidecar.node_conditions) return {};
  Rights rights;
  rights.why = plan.controller.sidecar.node_conditions.origin;
  const Component component{constant("slurmctld"), constant("controller"), object_name(plan.name, "node-conditions")};
  const Value meta = metadata(plan, component);
  std::vector<const plan::NodeSet*> sets;
  for (const auto& set : plan.node_sets) sets.push_back(&set);
  rights.objects.push_back(
      fill(templates::k8s_node_conditions_role,
           {{"metadata", meta}, {"statusRule", pods_rule(templates::k8s_sidecar_status_rule, sets, rights.why)}},
           rights.why));
  rights.objects.push_back(role_binding(plan, meta, rights.why));
  return rights;
}

}  // namespace skiff
