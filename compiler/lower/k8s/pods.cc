#include "lower/k8s/pods.h"

#include <utility>

#include "embedded/templates.h"
#include "lower/k8s/metadata.h"

namespace skiff {

Value tolerations(const plan::Placement& placement) {
  if (placement.tolerations.empty()) return none();
  Value list = Value::list();
  for (const auto& toleration : placement.tolerations) {
    Value item = Value::map();
    item.add("key", to_value(toleration.key));
    item.add("operator", to_value(toleration.op));
    item.add("value", to_value(toleration.value));
    item.add("effect", to_value(toleration.effect));
    list.items.push_back(std::move(item));
  }
  return list;
}

Value apart(const plan::Plan& plan, const Component& component, bool several) {
  Value replicas = Value::list();
  if (several) append(replicas, fill(templates::k8s_replicas_affinity_term, {{"labels", selector(plan, component)}}));
  return fill(templates::k8s_apart_affinity,
              {{"replicas", unless_empty(std::move(replicas))}, {"cluster", to_value(plan.name)}});
}

void add_image_values(Substitutions& substitutions, const plan::Plan& plan) {
  Value secrets = none();
  if (!plan.images.pull_secrets.empty()) {
    secrets = Value::list();
    for (const auto& secret : plan.images.pull_secrets) {
      secrets.items.push_back(Value::map().add("name", secret));
      secrets.origin |= secret.origin;
    }
  }
  substitutions.emplace_back("pullSecrets", std::move(secrets));
  substitutions.emplace_back("pullPolicy", to_value(plan.images.pull_policy));
}

void add_placement_values(Substitutions& substitutions, const plan::Placement& placement, Value tolerated) {
  substitutions.emplace_back("priorityClass", to_value(placement.priority_class));
  substitutions.emplace_back("nodeSelector", to_value(placement.node_selector));
  substitutions.emplace_back("tolerations", std::move(tolerated));
}

void add_pod_values(Substitutions& substitutions, const plan::Plan& plan, const plan::Placement& placement) {
  add_image_values(substitutions, plan);
  add_placement_values(substitutions, placement, tolerations(placement));
}

Value daemon_resources(const plan::Resources& resources) {
  Value map = Value::map();
  map.add("requests", Value::map().add("cpu", resources.cpu_request).add("memory", resources.memory));
  map.add("limits", Value::map().add("memory", resources.memory));
  return map;
}

Value disruption_budget(const plan::Plan& plan, const Component& component, plan::Int max_unavailable) {
  return fill(templates::k8s_disruption_budget, {{"metadata", metadata(plan, component)},
                                                 {"maxUnavailable", to_value(max_unavailable)},
                                                 {"selector", selector(plan, component)}});
}

Value wait_for(const plan::Plan& plan, std::string_view name, const plan::Text& image, const plan::Endpoint& peer) {
  return fill(templates::k8s_wait_for_container,
              {{"name", fixed(name)},
               {"image", to_value(image)},
               {"pullPolicy", to_value(plan.images.pull_policy)},
               {"host", to_value(peer.fqdn)},
               {"port", Value::string(std::to_string(*peer.port), peer.port.origin)}});
}

}  // namespace skiff
