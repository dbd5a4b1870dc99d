#include "lower/k8s/services.h"

#include <utility>

#include "embedded/templates.h"
#include "lower/k8s/metadata.h"

namespace skiff {

Value service_port(std::string_view name, const plan::Int& port, const std::optional<plan::Int>& node_port) {
  return fill(
      templates::k8s_port,
      {{"name", fixed(name)}, {"port", to_value(port)}, {"target", fixed(name)}, {"nodePort", to_value(node_port)}});
}

Value service_ports(std::string_view name, const plan::Int& port, const std::optional<plan::Int>& node_port) {
  return Value::list({service_port(name, port, node_port)});
}

Value headless_service(const plan::Plan& plan, const Component& component, Value selected, Value ports) {
  return fill(
      templates::k8s_headless_service,
      {{"metadata", metadata(plan, component)}, {"selector", std::move(selected)}, {"ports", std::move(ports)}});
}

Value front_service(const plan::Plan& plan, const Component& component, const plan::Service& service,
                    std::string_view port_name) {
  Value meta = metadata(plan, component);
  if (!service.annotations.empty()) {
    Value* annotations = meta.find("annotations");
    if (!annotations) {
      meta.add("annotations", to_value(service.annotations));
    } else {
      for (const auto& [key, value] : service.annotations) {
        if (Value* same = annotations->find(key))
          *same = to_value(value);
        else
          annotations->add(key, value);
      }
    }
  }
  Value affinity = none();
  if (const auto& timeout = service.session_affinity_timeout)
    affinity = fill(templates::k8s_session_affinity_config, {{"timeout", to_value(*timeout)}}, timeout->origin);
  return fill(templates::k8s_front_service, {{"metadata", std::move(meta)},
                                             {"type", to_value(service.type)},
                                             {"selector", selector(plan, component)},
                                             {"ports", service_ports(port_name, service.port, service.node_port)},
                                             {"loadBalancerClass", to_value(service.load_balancer_class)},
                                             {"loadBalancerIP", to_value(service.load_balancer_ip)},
                                             {"sourceRanges", to_value(service.source_ranges)},
                                             {"externalTrafficPolicy", to_value(service.external_traffic_policy)},
                                             {"sessionAffinity", to_value(service.session_affinity)},
                                             {"sessionAffinityConfig", std::move(affinity)}});
}

}  // namespace skiff
