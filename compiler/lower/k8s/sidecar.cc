#include "lower/k8s/sidecar.h"

#include "embedded/templates.h"
#include "lower/k8s/metadata.h"
#include "provenance/constant.h"
#include "tree/to_value.h"

namespace skiff {
namespace {

/// The names of all pods of these sets. A Role that lists names gives no permission on other pods of the namespace.
Value pod_names(const std::vector<const plan::NodeSet*>& sets, const Origin& why) {
  Value names = Value::list({}, why);
  for (const plan::NodeSet* set : sets) {
    const Origin decided = set->name.origin | set->replicas.origin | why;
    names.origin |= decided;
    for (std::int64_t i = 0; i < *set->replicas; ++i)
      names.items.push_back(Value::string(*set->name + "-" + std::to_string(i), decided));
  }
  return names;
}

}  // namespace

Value pods_rule(const Template& form, const std::vector<const plan::NodeSet*>& sets, const Origin& why) {
  Value names = pod_names(sets, why);
  // An empty list would mean all pods.
  if (names.items.empty()) return none();
  return fill(form, {{"names", std::move(names)}}, why);
}

Value role_binding(const plan::Plan& plan, const Value& meta, const Origin& why) {
  return fill(templates::k8s_sidecar_role_binding,
              {{"metadata", meta},
               {"name", *meta.find("name")},
               {"account", to_value(plan.controller.endpoint.object)},
               {"namespace", to_value(plan.ns)}},
              why);
}

Value cluster_role_binding(const plan::Plan& plan, const Value& meta, const Origin& why) {
  return fill(templates::k8s_sidecar_cluster_role_binding,
              {{"metadata", meta},
               {"name", *meta.find("name")},
               {"account", to_value(plan.controller.endpoint.object)},
               {"namespace", to_value(plan.ns)}},
              why);
}

Access access(const plan::Plan& plan, std::initializer_list<const Rights*> rights) {
  Origin why;
  bool any = false;
  for (const Rights* part : rights) {
    any = any || !part->objects.empty();
    why |= part->why;
  }
  if (!any) return {};
  const plan::Text& name = plan.controller.endpoint.object;
  const Value meta = metadata(plan, {constant("slurmctld"), constant("controller"), name});
  return {fill(templates::k8s_sidecar_account, {{"metadata", meta}}, why), Value::string(*name, name.origin | why),
          fill(templates::k8s_sidecar_token, {}, why),
          fill(templates::k8s_mount,
               {{"name", fixed("kubernetes")},
                {"path", fixed("/var/run/secrets/kubernetes.io/serviceaccount")},
                {"subPath", none()},
                {"readOnly", Value::boolean(true, why)}},
               why)};
}

}  // namespace skiff
