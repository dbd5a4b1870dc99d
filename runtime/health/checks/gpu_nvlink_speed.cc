#include "checks/checks.h"
#include "checks/nvlinks.h"
#include "gpus.h"

namespace skiff::health {

namespace {

unsigned long long value_of(const nvml::Field& field) {
  if (field.type == 0) return static_cast<unsigned long long>(field.value.floating);
  return field.type == 1 ? field.value.whole : field.value.large;
}

}  // namespace

Verdict gpu_nvlink_speed(const Node& node) {
  return each_gpu(node, "full speed", [&](const nvml::Api& api, const Gpu& gpu, Findings& findings) {
    const auto wanted = static_cast<unsigned long long>(threshold(node.settings.catalogue, "nvlinkSpeed", gpu.name));
    const unsigned links = links_of(node, gpu);
    if (wanted == 0 || links == 0) return nvml::not_supported;
    for (unsigned link = 0; link < links; ++link) {
      nvml::Field field{.id = nvml::field_nvlink_speed, .scope = link};
      const nvml::Return error = nvml::call(api.fields, gpu.handle, 1, &field);
      if (error != nvml::success) return error;
      if (field.result != nvml::success) return field.result;
      const auto speed = value_of(field);
      // A link that is down has no speed: gpu-nvlinks reports it.
      if (speed != 0 && speed < wanted) {
        findings.add(Level::critical, gpu.label() + ": NVLink " + std::to_string(link) + " runs at " +
                                          std::to_string(speed) + " MB/s, expected " + std::to_string(wanted) +
                                          " MB/s");
        return nvml::success;
      }
    }
    return nvml::success;
  });
}

}  // namespace skiff::health
