#include "plan/resolve_parts.h"

namespace skiff {

plan::Monitoring resolve_monitoring(const spec::ClusterSpec& spec) {
  plan::Monitoring monitoring;
  if (!spec.monitoring || !spec.monitoring->gpu_jobs) return monitoring;
  const spec::GpuJobs& jobs = *spec.monitoring->gpu_jobs;
  monitoring.gpu_jobs = plan::GpuJobs{jobs.host_path.tracked(), Origin::spec(jobs.span)};
  return monitoring;
}

}  // namespace skiff
