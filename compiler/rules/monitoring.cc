#include <algorithm>

#include "plan/catalogue.h"
#include "rules/rules.h"

namespace skiff {

void rule_gpu_jobs(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  if (!plan.monitoring.gpu_jobs || std::ranges::any_of(plan.node_sets, has_nvidia_gpus)) return;
  forbid(found, "SKF238", *cluster.spec.monitoring->gpu_jobs,
         "may only be specified together with a node set that has NVIDIA GPUs");
}

void rule_metrics(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  if (!plan.monitoring.metrics) return;
  const plan::Metrics& metrics = *plan.monitoring.metrics;
  const spec::Metrics& written = cluster.spec.monitoring->metrics;
  if (*metrics.port == *plan.controller.endpoint.port)
    refuse(found, "SKF239", written.port, "slurmctld uses this port of the same pod");
  // Half of it, because an answer may take as long as the wait between two questions.
  const std::int64_t age = *metrics.job_age;
  if (age > 0 && 2 * *metrics.interval > age)
    refuse(found, "SKF240", written.interval,
           "must be at most half of MinJobAge, which is " + std::to_string(age) + " s");
}

}  // namespace skiff
