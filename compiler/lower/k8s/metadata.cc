#include "lower/k8s/metadata.h"

#include <algorithm>
#include <utility>

#include "provenance/constant.h"

namespace skiff {

Component slurmctld_component(const plan::Plan& plan) {
  return {constant("slurmctld"), constant("controller"), plan.controller.endpoint.object};
}

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

Value with_pairs(Value map, const plan::Pairs& more) {
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

Value& annotations_of(Value& metadata) {
  if (Value* given = metadata.find("annotations")) return *given;
  return metadata.add("annotations", Value::map()).members.own().back().value;
}

Value kept_when_pruned(const plan::Plan& plan, Value metadata) {
  plan::Pairs annotations = plan.annotations;
  const auto value_of = [&](const char* key) -> plan::Text& {
    const auto at = std::ranges::find(annotations, key, [](const auto& pair) { return pair.first; });
    return at == annotations.end() ? annotations.emplace_back(key, constant("")).second : at->second;
  };
  plan::Text& argo = value_of("argocd.argoproj.io/sync-options");
  for (const std::string_view option : {"Prune=false", "Delete=false"}) {
    if (argo->find(option.substr(0, option.find('=') + 1)) != std::string::npos) continue;
    argo = {*argo + (argo->empty() ? "" : ",") + std::string(option), argo.origin};
  }
  plan::Text& flux = value_of("kustomize.toolkit.fluxcd.io/prune");
  if (flux->empty()) flux = constant("disabled");
  annotations_of(metadata) = to_value(annotations);
  return metadata;
}

}  // namespace skiff
