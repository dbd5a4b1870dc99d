#include "checks/checks.h"
#include "gpus.h"

namespace skiff::health {

Verdict gpu_ecc_corrected(const Node& node) {
  const auto limit = [&](const char* key, const Gpu& gpu) {
    return static_cast<unsigned long long>(threshold(node.settings.catalogue, key, gpu.name));
  };
  return each_gpu(node, "within the limit", [&](const nvml::Api& api, const Gpu& gpu, Findings& findings) {
    unsigned long long total = 0, sram = 0;
    const nvml::Return error =
        nvml::call(api.total_errors, gpu.handle, nvml::corrected, nvml::aggregate_counter, &total);
    if (error != nvml::success) return error;
    if (total > limit("eccCorrected", gpu))
      findings.add(Level::warn, gpu.label() + ": " + std::to_string(total) + " corrected errors");
    // Not every model reports the errors in SRAM separately.
    if (nvml::call(api.memory_errors, gpu.handle, nvml::corrected, nvml::aggregate_counter, nvml::sram, &sram) ==
            nvml::success &&
        sram > limit("eccCorrectedSram", gpu))
      findings.add(Level::warn, gpu.label() + ": " + std::to_string(sram) + " corrected errors in SRAM");
    return error;
  });
}

}  // namespace skiff::health
