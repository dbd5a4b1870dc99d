#include "checks/checks.h"
#include "gpus.h"

namespace skiff::health {

Verdict gpu_persistence(const Node& node) {
  return each_gpu(node, "on", [](const nvml::Api& api, const Gpu& gpu, Findings& findings) {
    int mode = 0;
    const nvml::Return error = nvml::call(api.persistence, gpu.handle, &mode);
    if (error == nvml::success && !mode) findings.add(Level::warn, gpu.label() + ": persistence mode is off");
    return error;
  });
}

}  // namespace skiff::health
