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

/// The container `exporter` next to slurmctld.
struct Metrics {
  Int port;
  Int interval;  ///< seconds
  Bool native;   ///< slurmctld serves metrics, too
  Int job_age;   ///< for how long slurmctld remembers an ended job, in seconds; 0: forever
  /// Of each of Slurm's commands and of the whole container, in MiB: enough for the jobs that slurmctld may have.
  Int command_memory, memory;
  Origin why;  ///< of the fields that ask for it
  void each(auto&& f) const {
    f("port", port), f("interval", interval), f("native", native), f("commandMemory", command_memory);
    f("memory", memory);
  }
};

struct Monitoring {
  std::optional<Metrics> metrics;
  std::optional<GpuJobs> gpu_jobs;
  void each(auto&& f) const { f("metrics", metrics), f("gpuJobs", gpu_jobs); }
};

}  // namespace skiff::plan
