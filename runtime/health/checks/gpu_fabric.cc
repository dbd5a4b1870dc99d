#include "checks/checks.h"
#include "gpus.h"

namespace skiff::health {

Verdict gpu_fabric(const Node& node) {
  return each_gpu(node, "in the fabric", [](const nvml::Api& api, const Gpu& gpu, Findings& findings) {
    nvml::Fabric fabric{};
    const nvml::Return error = nvml::call(api.fabric, gpu.handle, &fabric);
    if (error != nvml::success) return error;
    if (fabric.state == nvml::fabric_not_supported) return nvml::not_supported;
    if (fabric.state != nvml::fabric_completed)
      findings.add(Level::critical, gpu.label() + ": fabric registration is not complete");
    else if (fabric.status != nvml::success)
      findings.add(Level::critical,
                   gpu.label() + ": fabric registration failed: " + std::string(nvml::describe(fabric.status)));
    return nvml::success;
  });
}

}  // namespace skiff::health
