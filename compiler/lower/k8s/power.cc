#include <algorithm>

#include "embedded/templates.h"
#include "lower/k8s/auth.h"
#include "lower/k8s/metadata.h"
#include "lower/k8s/sidecar.h"
#include "provenance/constant.h"
#include "tree/to_value.h"

namespace skiff {

Sidecar power(const plan::Plan& plan) {
  if (std::none_of(plan.node_sets.begin(), plan.node_sets.end(), plan::elastic)) return {};
  Sidecar power;
  for (const auto& set : plan.node_sets)
    if (plan::elastic(set)) power.why |= set.replicas.origin;
  const Origin& why = power.why;
  const plan::Text& name = plan.controller.endpoint.object;
  const Value meta = metadata(plan, {constant("slurmctld"), constant("controller"), name});
  Holes holes{{"image", to_value(plan.images.slurmctld)},
              {"pullPolicy", to_value(plan.images.pull_policy)},
              {"cluster", to_value(plan.name)},
              {"namespace", to_value(plan.ns)},
              {"mungeMount", munge(plan, plan.images.slurmctld).mount}};
  power.objects.push_back(fill(templates::k8s_power_role, {{"metadata", meta}}, why));
  power.objects.push_back(role_binding(plan, meta, why));
  power.container = fill(templates::k8s_power_container, std::move(holes), why);
  power.volume = fill(templates::k8s_power_emptydir, {}, why);
  return power;
}

}  // namespace skiff
