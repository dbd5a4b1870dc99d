#pragma once

#include <initializer_list>
#include <vector>

#include "plan/plan.h"
#include "tree/template.h"
#include "tree/value.h"

namespace skiff {

/// The permissions of the container `sidecar` in the Kubernetes API for one feature: roles and their bindings. Empty if
/// the spec does not use the feature.
struct Rights {
  std::vector<Value> objects;
  Origin why;
};
/// For elastic node sets.
Rights power_rights(const plan::Plan& plan);
/// For `health.afterDrain`.
Rights after_drain_rights(const plan::Plan& plan);
/// For the topology whose places follow from labels of Kubernetes nodes.
Rights topology_rights(const plan::Plan& plan);
/// For the conditions of worker pods.
Rights node_condition_rights(const plan::Plan& plan);
/// For `controller.sidecar.deadNodes`.
Rights dead_node_rights(const plan::Plan& plan);
/// For the tokens of services, with the Secrets that hold them.
Rights service_token_rights(const plan::Plan& plan);
/// The rule of a Role with the names of all pods of these sets; none without a pod.
Value pods_rule(const Template& form, const std::vector<const plan::NodeSet*>& sets, const Origin& why);
/// The ServiceAccount of slurmctld's pod, its name, the volume of its token, and the mount of the token. All are `none`
/// if no feature needs permissions.
struct Access {
  Value account, name, token, mount;
};
Access access(const plan::Plan& plan, std::initializer_list<const Rights*> rights);
/// Binds the Role with the same metadata to that account.
Value role_binding(const plan::Plan& plan, const Value& meta, const Origin& why);
/// Binds the ClusterRole with the same metadata to that account.
Value cluster_role_binding(const plan::Plan& plan, const Value& meta, const Origin& why);

}  // namespace skiff
