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
  unsigned minor = 0;  ///< N of /dev/nvidiaN, the index that Slurm counts by
  /// `GPU 3`: the number of the device file, as jobs and administrators see it.
  std::string label() const { return "GPU " + std::to_string(minor); }
};

/// NVML as it was opened, and its devices. `error` tells why there are none.
struct Gpus {
  nvml::Api api;
  nvml::Return code = nvml::success;
  std::string error;
  std::vector<Gpu> devices;
};

/// Opens NVML once for each process. None where the settings expect no GPU of NVIDIA's.
const Gpus* gpus_of(const Node& node);

/// Calls `look` for each GPU that answers and gives the worst of what it adds; unknown where NVML can't be used. `look`
/// gives back an error of NVML's; `not supported` on every GPU means that the check does not apply.
Verdict each_gpu(const Node& node, const std::string& good,
                 const std::function<nvml::Return(const nvml::Api&, const Gpu&, Findings&)>& look);

/// The minor numbers of the job's GPUs (SLURM_JOB_GPUS in Prolog and Epilog); empty where it has none.
std::set<unsigned> job_gpus(const Node& node);

}  // namespace skiff::health
