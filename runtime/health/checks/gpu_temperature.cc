#include "checks/checks.h"
#include "gpus.h"

namespace skiff::health {

Verdict gpu_temperature(const Node& node) {
  return each_gpu(node, "cool enough", [&](const nvml::Api& api, const Gpu& gpu, Findings& findings) {
    unsigned degrees = 0, limit = 0;
    unsigned long long reasons = 0;
    const nvml::Return error = nvml::call(api.temperature, gpu.handle, 0, &degrees);
    if (error != nvml::success) return error;
    const auto margin = threshold(node.settings.catalogue, "temperatureMargin", gpu.name);
    if (nvml::call(api.temperature_threshold, gpu.handle, nvml::slowdown_temperature, &limit) == nvml::success &&
        static_cast<std::int64_t>(limit) - static_cast<std::int64_t>(degrees) < margin)
      findings.add(Level::warn,
                   gpu.label() + ": " + std::to_string(degrees) + " C, slows down at " + std::to_string(limit) + " C");
    if (nvml::call(api.clock_reasons, gpu.handle, &reasons) == nvml::success && reasons & nvml::sw_thermal)
      findings.add(Level::warn,
                   gpu.label() + ": slowed down by software because of heat (" + std::to_string(degrees) + " C)");
    return error;
  });
}

}  // namespace skiff::health
