#include "checks/checks.h"
#include "gpus.h"

namespace skiff::health {

Verdict gpu_pcie(const Node& node) {
  return each_gpu(node, "full width", [&](const nvml::Api& api, const Gpu& gpu, Findings& findings) {
    unsigned width = 0, max_width = 0, generation = 0, max_generation = 0;
    nvml::Return error = nvml::call(api.pcie_width, gpu.handle, &width);
    if (error == nvml::success) error = nvml::call(api.pcie_max_width, gpu.handle, &max_width);
    if (error != nvml::success) return error;
    if (width < max_width)
      findings.add(Level::warn,
                   gpu.label() + ": PCIe x" + std::to_string(width) + ", expected x" + std::to_string(max_width));
    nvml::Utilization use{};
    const auto busy = threshold(node.settings.catalogue, "pcieBusy", gpu.name);
    if (nvml::call(api.utilization, gpu.handle, &use) != nvml::success || use.gpu < busy) return error;
    if (nvml::call(api.pcie_generation, gpu.handle, &generation) == nvml::success &&
        nvml::call(api.pcie_max_generation, gpu.handle, &max_generation) == nvml::success &&
        generation < max_generation)
      findings.add(Level::warn, gpu.label() + ": PCIe generation " + std::to_string(generation) +
                                    " under load, expected " + std::to_string(max_generation));
    return error;
  });
}

}  // namespace skiff::health
