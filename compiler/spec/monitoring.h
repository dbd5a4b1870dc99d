#pragma once

#include <optional>

#include "spec/common.h"

namespace skiff::spec {

/// Which jobs use which GPUs.
struct GpuJobs : Record {
  Text host_path;
  void each(auto&& f) { f("hostPath", host_path); }
};

/// The container `exporter` next to slurmctld.
struct Metrics : Record {
  Bool enabled;
  Int port;
  Text interval;
  Bool native;
  void each(auto&& f) { f("enabled", enabled), f("port", port), f("interval", interval), f("native", native); }
};

struct Monitoring : Record {
  Metrics metrics;
  std::optional<GpuJobs> gpu_jobs;
  void each(auto&& f) { f("metrics", metrics), f("gpuJobs", gpu_jobs); }
};

}  // namespace skiff::spec
