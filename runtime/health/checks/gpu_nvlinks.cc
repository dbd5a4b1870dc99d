#include "checks/checks.h"
#include "checks/nvlinks.h"
#include "gpus.h"

namespace skiff::health {

Verdict gpu_nvlinks(const Node& node) {
  return each_gpu(node, "all up", [&](const nvml::Api& api, const Gpu& gpu, Findings& findings) {
    const unsigned expected = links_of(node, gpu);
    if (expected == 0) return nvml::not_supported;
    unsigned up = 0;
    for (unsigned link = 0; link < expected; ++link) {
      int state = 0;
      const nvml::Return error = nvml::call(api.link_state, gpu.handle, link, &state);
      // A link that the driver does not know does not exist, so it is not up.
      if (error != nvml::success && error != nvml::not_supported && error != nvml::not_found) return error;
      if (error == nvml::success && state) ++up;
    }
    if (up < expected)
      findings.add(Level::critical,
                   gpu.label() + ": " + std::to_string(up) + " of " + std::to_string(expected) + " NVLinks up");
    return nvml::success;
  });
}

}  // namespace skiff::health
