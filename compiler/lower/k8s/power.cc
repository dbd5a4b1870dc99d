#include <algorithm>

#include "embedded/templates.h"
#include "lower/k8s/objects.h"
#include "lower/k8s/parts.h"
#include "plan/resolve_parts.h"

namespace skiff {

Power power(const plan::Plan& plan) {
  Origin why;
  for (const auto& set : plan.node_sets)
    if (plan::elastic(set)) why |= set.replicas.origin;
  if (std::none_of(plan.node_sets.begin(), plan.node_sets.end(), plan::elastic)) return {};
  const plan::Text& name = plan.controller.endpoint.object;
  const Value meta = metadata(plan, {constant("slurmctld"), constant("controller"), name});
  Holes holes{{"image", to_value(plan.images.slurmctld)},
              {"pullPolicy", to_value(plan.images.pull_policy)},
              {"cluster", to_value(plan.name)},
              {"namespace", to_value(plan.ns)},
              {"mungeMount", munge(plan, plan.images.slurmctld).mount}};
  Power power;
  power.account = fill(templates::k8s_power_account, {{"metadata", meta}}, why);
  power.role = fill(templates::k8s_power_role, {{"metadata", meta}}, why);
  power.binding = fill(templates::k8s_power_role_binding,
                       {{"metadata", meta}, {"name", to_value(name)}, {"namespace", to_value(plan.ns)}}, why);
  power.account_name = Value::string(*name, name.origin | why);
  power.container = fill(templates::k8s_power_container, std::move(holes), why);
  power.mount = fill(templates::k8s_mount,
                     {{"name", fixed("power")}, {"path", fixed("/run/power")}, {"subPath", none()}, {"readOnly", none()}}, why);
  power.volumes = Value::list();
  append(power.volumes, fill(templates::k8s_power_emptydir, {}, why));
  append(power.volumes, fill(templates::k8s_power_token, {}, why));
  return power;
}

}  // namespace skiff
