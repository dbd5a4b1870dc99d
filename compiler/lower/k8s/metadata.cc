#include "lower/k8s/metadata.h"

namespace skiff {

Value selector(const plan::Plan& plan, const Component& component) {
  Value map = Value::map();
  map.add("app.kubernetes.io/name", component.daemon);
  map.add("app.kubernetes.io/instance", plan.name);
  map.add("app.kubernetes.io/component", component.component);
  return map;
}

Value labels(const plan::Plan& plan, const Component& component) {
  Value map = selector(plan, component);
  map.add("app.kubernetes.io/part-of", fixed("slurm"));
  map.add("app.kubernetes.io/managed-by", fixed("skiff"));
  for (const auto& [key, value] : plan.labels) map.add(key, value);
  return map;
}

Value pod_labels(Value map, const plan::Pairs& more) {
  for (const auto& [key, value] : more) {
    if (Value* same = map.find(key))
      *same = to_value(value);
    else
      map.add(key, value);
  }
  return map;
}

Value metadata(const plan::Plan& plan, const Component& component, const plan::Text& name) {
  Value map = Value::map();
  map.add("name", name);
  map.add("namespace", plan.ns);
  map.add("labels", labels(plan, component));
  map.add("annotations", to_value(plan.annotations));
  return map;
}

Value cluster_metadata(const plan::Plan& plan, const Component& component, const plan::Text& name) {
  return Value::map()
      .add("name", name)
      .add("labels", labels(plan, component))
      .add("annotations", to_value(plan.annotations));
}

}  // namespace skiff
