#include <algorithm>

#include "embedded/templates.h"
#include "lower/k8s/metadata.h"
#include "lower/k8s/sidecar.h"
#include "provenance/constant.h"

namespace skiff {

Rights power_rights(const plan::Plan& plan) {
  if (std::none_of(plan.node_sets.begin(), plan.node_sets.end(), plan::elastic)) return {};
  Rights rights;
  for (const auto& set : plan.node_sets)
    if (plan::elastic(set)) rights.why |= set.replicas.origin;
  const plan::Text& name = plan.controller.endpoint.object;
  const Value meta = metadata(plan, {constant("slurmctld"), constant("controller"), name});
  rights.objects.push_back(fill(templates::k8s_power_role, {{"metadata", meta}}, rights.why));
  rights.objects.push_back(role_binding(plan, meta, rights.why));
  return rights;
}

}  // namespace skiff
