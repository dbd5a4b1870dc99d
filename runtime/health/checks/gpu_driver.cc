#include "checks/checks.h"
#include "gpus.h"

namespace skiff::health {

namespace {

// If NVML cannot be used in this container, no program can use a GPU in it. A driver that does not answer in time may
// only be busy.
Level without_nvml(nvml::Return error) { return error == nvml::timeout ? Level::unknown : Level::critical; }

}  // namespace

Verdict gpu_driver(const Node& node) {
  const Gpus* gpus = gpus_of(node);
  if (!gpus) return std::nullopt;
  if (!gpus->error.empty()) return Result{without_nvml(gpus->code), "NVML: " + gpus->error, {}};
  Findings findings;
  for (const Gpu& gpu : gpus->devices) {
    const nvml::Return error = gpu.handle ? nvml::call(gpus->api.inforom, gpu.handle) : gpu.error;
    if (error == nvml::success || error == nvml::not_supported || error == nvml::function_not_found) continue;
    findings.add(nvml::broken(error) ? Level::critical : Level::unknown,
                 gpu.label() + ": " + std::string(nvml::describe(error)));
  }
  return findings.result("the driver answers for " + std::to_string(gpus->devices.size()) + " GPUs");
}

}  // namespace skiff::health
