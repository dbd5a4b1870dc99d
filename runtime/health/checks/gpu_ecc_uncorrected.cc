#include "checks/checks.h"
#include "gpus.h"

namespace skiff::health {

Verdict gpu_ecc_uncorrected(const Node& node) {
  return each_gpu(node, "none", [](const nvml::Api& api, const Gpu& gpu, Findings& findings) {
    nvml::Return error = nvml::success;
    for (const auto& [location, name] : {std::pair{nvml::sram, "SRAM"}, std::pair{nvml::dram, "DRAM"}}) {
      unsigned long long count = 0;
      error = nvml::call(api.memory_errors, gpu.handle, nvml::uncorrected, nvml::volatile_counter, location, &count);
      if (error == nvml::success && count > 0)
        findings.add(Level::critical, gpu.label() + ": " + std::to_string(count) + " uncorrected errors in " + name);
    }
    return error;
  });
}

}  // namespace skiff::health
