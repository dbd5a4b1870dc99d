#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "level.h"
#include "node.h"
#include "nvml.h"

namespace skiff::health {

struct Gpu {
  unsigned index = 0;
  nvml::Device handle = nullptr;
  nvml::Return error = nvml::success;  ///< why there is no handle
  std::string name;
  unsigned minor = 0;  ///< N of /dev/nvidiaN, the number that Slurm uses
  /// `GPU 3`: the number of the device file, as jobs and administrators see it.
  std::string label() const { return "GPU " + std::to_string(minor); }
};

/// The opened NVML and its devices. `error` says why NVML cannot be used; empty if it can.
struct Gpus {
  nvml::Api api;
  nvml::Return code = nvml::success;
  std::string error;
  std::vector<Gpu> devices;
};

/// Opens NVML once per process. Null if the settings expect no NVIDIA GPU.
const Gpus* gpus_of(const Node& node);

/// Calls `look` for each GPU that answers, and returns the worst that it adds, or ok with the detail `good`. Unknown if
/// NVML cannot be used. `look` returns an error code of NVML. If no GPU supports the function, the check does not
/// apply.
Verdict each_gpu(const Node& node, const std::string& good,
                 const std::function<nvml::Return(const nvml::Api&, const Gpu&, Findings&)>& look);

/// The minor numbers of the job's GPUs (SLURM_JOB_GPUS in Prolog and Epilog); empty if it has none.
std::set<unsigned> job_gpus(const Node& node);

}  // namespace skiff::health
