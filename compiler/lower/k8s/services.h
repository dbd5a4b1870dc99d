#pragma once

#include <optional>
#include <string_view>

#include "lower/k8s/metadata.h"
#include "plan/plan.h"
#include "tree/to_value.h"

// Services of the components.

namespace skiff {

/// One port of a Service. Its target is the container port with the same name.
Value service_port(std::string_view name, const plan::Int& port,
                   const std::optional<plan::Int>& node_port = std::nullopt);
/// The ports of a Service that has only one.
Value service_ports(std::string_view name, const plan::Int& port,
                    const std::optional<plan::Int>& node_port = std::nullopt);
/// A headless Service, which gives DNS names to the pods that `selected` selects. `ports` may be `none`.
Value headless_service(const plan::Plan& plan, const Component& component, Value selected, Value ports);
Value front_service(const plan::Plan& plan, const Component& component, const plan::Service& service,
                    std::string_view port_name);

}  // namespace skiff
