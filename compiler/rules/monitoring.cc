#include <algorithm>
#include <charconv>

#include "plan/catalogue.h"
#include "plan/owned.h"
#include "rules/rules.h"

namespace skiff {

namespace {

/// For how long slurmctld remembers an ended job, in seconds; 0: forever. The default is that of slurm.conf(5).
std::int64_t job_age(const spec::Settings& config) {
  std::int64_t age = 300;
  for (const auto& [key, setting] : config)
    if (same_key(*key, "MinJobAge"))
      std::from_chars(setting.value->data(), setting.value->data() + setting.value->size(), age);
  return age;
}

}  // namespace

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
  const std::int64_t age = job_age(cluster.spec.slurm.config);
  if (age > 0 && *metrics.interval >= age)
    refuse(found, "SKF240", written.interval, "must be shorter than MinJobAge, which is " + std::to_string(age) + " s");
}

}  // namespace skiff
