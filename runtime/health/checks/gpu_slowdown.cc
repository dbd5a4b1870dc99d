#include <unistd.h>

#include "checks/checks.h"
#include "common/files.h"
#include "gpus.h"
#include "text/number.h"

namespace skiff::health {

namespace {

constexpr std::int64_t window = 600;  // seconds

std::string reasons_of(unsigned long long bits) {
  std::string text;
  const auto add = [&](unsigned long long bit, const char* name) {
    if (bits & bit) text += (text.empty() ? "" : " and ") + std::string(name);
  };
  add(nvml::hw_thermal, "heat");
  add(nvml::power_brake, "the power brake");
  // The general bit is also set if a more specific one is.
  if (!(bits & (nvml::hw_thermal | nvml::power_brake))) add(nvml::hw_slowdown, "the hardware");
  return text;
}

}  // namespace

// Remembers `GPU@TIME 1` for each minute of the window in which a run found a slowdown. Minutes and not runs are counted,
// so that the limit does not depend on the interval between runs.
Verdict gpu_slowdown(const Node& node) {
  constexpr auto bad = nvml::hw_slowdown | nvml::hw_thermal | nvml::power_brake;
  Counters seen;
  for (const auto& [key, one] : counters_of(node.remembered("gpu-slowdown"))) {
    const auto time = to_number(std::string_view(key).substr(key.find('@') + 1));
    if (time && *time > node.now - window && *time <= node.now) seen[key] = one;
  }
  const auto pause = static_cast<unsigned>(threshold(node.settings.catalogue, "slowdownPause")) * 1000;
  Verdict verdict = each_gpu(node, "none", [&](const nvml::Api& api, const Gpu& gpu, Findings& findings) {
    unsigned long long first = 0, second = 0;
    const nvml::Return error = nvml::call(api.clock_reasons, gpu.handle, &first);
    if (error != nvml::success || !(first & bad)) return error;
    usleep(pause);
    if (nvml::call(api.clock_reasons, gpu.handle, &second) != nvml::success || !(first & second & bad)) return error;
    const std::string prefix = std::to_string(gpu.minor) + "@";
    seen[prefix + std::to_string(node.now - node.now % 60)] = 1;
    std::int64_t times = 0;
    for (const auto& [key, one] : seen) times += key.starts_with(prefix) ? one : 0;
    const bool often = times >= threshold(node.settings.catalogue, "slowdownsCritical", gpu.name);
    findings.add(often ? Level::critical : Level::warn,
                 gpu.label() + ": slowed down by " + reasons_of(first & second) +
                     (often ? ", in " + std::to_string(times) + " of the last ten minutes" : ""));
    return error;
  });
  if (verdict) verdict->memory = text_of(seen);
  return verdict;
}

}  // namespace skiff::health
