#include "checks/checks.h"
#include "gpus.h"

namespace skiff::health {

Verdict gpu_ecc_mode(const Node& node) {
  return each_gpu(node, "on", [](const nvml::Api& api, const Gpu& gpu, Findings& findings) {
    int current = 0, pending = 0;
    const nvml::Return error = nvml::call(api.ecc_mode, gpu.handle, &current, &pending);
    if (error != nvml::success) return error;
    if (!current) findings.add(Level::warn, gpu.label() + ": ECC is off");
    if (current && !pending) findings.add(Level::warn, gpu.label() + ": ECC will be off after the next reset");
    return error;
  });
}

}  // namespace skiff::health
