#pragma once

#include <optional>

#include "plan/common.h"

namespace skiff::plan {

/// Files in which the DCGM exporter reads which jobs use which GPUs.
struct GpuJobs {
  Text host_path;
  Origin why;  ///< of the field gpuJobs
  void each(auto&& f) const { f("hostPath", host_path); }
};

struct Monitoring {
  std::optional<GpuJobs> gpu_jobs;
  void each(auto&& f) const { f("gpuJobs", gpu_jobs); }
};

}  // namespace skiff::plan
