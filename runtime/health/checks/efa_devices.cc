#include "checks/checks.h"
#include "common/files.h"

namespace skiff::health {

Verdict efa_devices(const Node& node) {
  if (node.settings.efa == 0) return std::nullopt;
  std::int64_t count = 0;
  const std::string devices = node.path("/sys/class/infiniband");
  for (const auto& device : names_in(devices))
    if (link_name(devices + "/" + device + "/device/driver") == "efa") ++count;
  const std::string text = std::to_string(count) + " of " + std::to_string(node.settings.efa) + " EFA devices";
  return Result{count < node.settings.efa ? Level::critical : Level::ok, text, {}};
}

}  // namespace skiff::health
