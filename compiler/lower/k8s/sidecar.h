#pragma once

#include <initializer_list>
#include <vector>

#include "plan/plan.h"
#include "tree/value.h"

namespace skiff {

/// A container beside slurmctld that asks the Kubernetes API, and what gives it its rights; `none` and empty where it is not there.
struct Sidecar {
  Value container, volume;     ///< parts of the pod
  std::vector<Value> objects;  ///< roles and their bindings
  Origin why;
};
/// Where a node set is elastic.
Sidecar power(const plan::Plan& plan);
/// Where something follows a drain.
Sidecar after_drain(const plan::Plan& plan);
/// The account of slurmctld's pod, the account's name and its token as a volume; `none` where no sidecar is there.
struct Access {
  Value account, name, token;
};
Access access(const plan::Plan& plan, std::initializer_list<const Sidecar*> sidecars);
/// Gives the Role of the same metadata to that account.
Value role_binding(const plan::Plan& plan, const Value& meta, const Origin& why);

}  // namespace skiff
