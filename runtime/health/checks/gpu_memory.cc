#include "checks/checks.h"
#include "gpus.h"

namespace skiff::health {

Verdict gpu_memory(const Node& node) {
  const auto wanted = job_gpus(node);
  if (!node.settings.gpus || wanted.empty()) return std::nullopt;
  return each_gpu(node, "free", [&](const nvml::Api& api, const Gpu& gpu, Findings& findings) {
    if (!wanted.contains(gpu.minor)) return nvml::success;
    nvml::Memory memory{.version = nvml::memory_version};
    const nvml::Return error = nvml::call(api.memory, gpu.handle, &memory);
    const auto used = static_cast<std::int64_t>(memory.used >> 20);
    if (error == nvml::success && used > threshold(node.settings.catalogue, "gpuMemoryUsed", gpu.name))
      findings.add(Level::warn, gpu.label() + ": " + std::to_string(used) + " MiB in use before the job");
    return error;
  });
}

}  // namespace skiff::health
