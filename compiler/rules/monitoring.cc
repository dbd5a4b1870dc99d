#include <algorithm>

#include "plan/catalogue.h"
#include "rules/rules.h"

namespace skiff {

void rule_gpu_jobs(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  if (!plan.monitoring.gpu_jobs || std::ranges::any_of(plan.node_sets, has_nvidia_gpus)) return;
  forbid(found, "SKF238", *cluster.spec.monitoring->gpu_jobs,
         "may only be specified together with a node set that has NVIDIA GPUs");
}

}  // namespace skiff
