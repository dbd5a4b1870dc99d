#include "checks/checks.h"
#include "checks/nvlinks.h"
#include "common/files.h"
#include "gpus.h"

namespace skiff::health {

// Remembers `GPU.LINK.COUNTER value`. The first run has nothing to compare with.
Verdict gpu_nvlink_errors(const Node& node) {
  static constexpr const char* counter_names[] = {"replay", "recovery", "CRC flit", "CRC data"};
  const Counters before = counters_of(node.remembered("gpu-nvlink-errors"));
  Counters now;
  Verdict verdict = each_gpu(node, "no new errors", [&](const nvml::Api& api, const Gpu& gpu, Findings& findings) {
    unsigned answered = 0;
    for (unsigned link = 0; link < links_of(node, gpu); ++link) {
      for (int counter = 0; counter < nvml::link_counters; ++counter) {
        unsigned long long count = 0;
        if (nvml::call(api.link_errors, gpu.handle, link, counter, &count) != nvml::success) continue;
        ++answered;
        const std::string key = std::to_string(gpu.minor) + "." + std::to_string(link) + "." + std::to_string(counter);
        now[key] = static_cast<std::int64_t>(count);
        const auto last = before.find(key);
        if (last != before.end() && now[key] > last->second)
          findings.add(Level::warn, gpu.label() + ": " + std::to_string(now[key] - last->second) + " " +
                                        counter_names[counter] + " errors on NVLink " + std::to_string(link));
      }
    }
    return answered ? nvml::success : nvml::not_supported;
  });
  if (verdict) verdict->memory = text_of(now);
  return verdict;
}

}  // namespace skiff::health
