#pragma once

#include <optional>

#include "spec/common.h"

namespace skiff::spec {

/// Which jobs use which GPUs.
struct GpuJobs : Record {
  Text host_path;
  void each(auto&& f) { f("hostPath", host_path); }
};

struct Monitoring : Record {
  std::optional<GpuJobs> gpu_jobs;
  void each(auto&& f) { f("gpuJobs", gpu_jobs); }
};

}  // namespace skiff::spec
