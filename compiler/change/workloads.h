#pragma once

#include "change/compare.h"
#include "change/outcome.h"
#include "change/side.h"

namespace skiff::change {

/// The pods of a StatefulSet or Deployment have another template.
Outcome template_outcome(const Object& workload);
/// The update strategy of a StatefulSet is another one.
Outcome strategy_outcome(const Object& workload);
/// `spec.replicas` is smaller.
Outcome fewer_pods_outcome(const Object& workload, const Difference& replicas);
/// The template of the pods of an elastic node set is another one.
Outcome next_pod_outcome();
/// The workload is gone.
Outcome removed_workload_outcome(const Object& workload);

}  // namespace skiff::change
