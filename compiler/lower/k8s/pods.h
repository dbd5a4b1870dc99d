#pragma once

#include <string_view>

#include "lower/k8s/metadata.h"
#include "plan/plan.h"
#include "tree/template.h"
#include "tree/to_value.h"

// Parts that the pods of several components share.

namespace skiff {

/// Values of placeholders that every pod template has. Those of the images are the same for all pods.
void add_image_values(Substitutions& substitutions, const plan::Plan& plan);
void add_placement_values(Substitutions& substitutions, const plan::Placement& placement, Value tolerated);
void add_pod_values(Substitutions& substitutions, const plan::Plan& plan, const plan::Placement& placement);
Value tolerations(const plan::Placement& placement);
/// Keeps the pods of a component apart from each other if `several`, and from the other daemons of the cluster, as far
/// as there are Kubernetes nodes for it.
Value apart(const plan::Plan& plan, const Component& component, bool several);
/// Memory as request and limit, CPU as request.
Value daemon_resources(const plan::Resources& resources);

/// A budget that lets at most `max_unavailable` pods of the component be evicted at the same time.
Value disruption_budget(const plan::Plan& plan, const Component& component, plan::Int max_unavailable);

/// A container that waits until another component accepts connections.
Value wait_for(const plan::Plan& plan, std::string_view name, const plan::Text& image, const plan::Endpoint& peer);

}  // namespace skiff
