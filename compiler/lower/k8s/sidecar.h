#pragma once

#include <initializer_list>
#include <vector>

#include "plan/plan.h"
#include "tree/value.h"

namespace skiff {

/// What the container beside slurmctld may ask of the Kubernetes API for one of its concerns: roles and their bindings. Empty where the spec
/// has no such concern.
struct Rights {
  std::vector<Value> objects;
  Origin why;
};
/// Where a node set is elastic.
Rights power_rights(const plan::Plan& plan);
/// Where something follows a drain.
Rights after_drain_rights(const plan::Plan& plan);
/// The account of slurmctld's pod, the account's name, its token as a volume, and where the container has it; `none` where nothing is asked.
struct Access {
  Value account, name, token, mount;
};
Access access(const plan::Plan& plan, std::initializer_list<const Rights*> rights);
/// Gives the Role of the same metadata to that account.
Value role_binding(const plan::Plan& plan, const Value& meta, const Origin& why);

}  // namespace skiff
