#include "checks/rdma.h"

#include "common/files.h"

namespace skiff::health {

std::vector<RdmaPort> rdma_ports_of(const Node& node) {
  std::vector<RdmaPort> found;
  if (!node.settings.rdma) return found;
  const std::string devices = node.path("/sys/class/infiniband");
  for (const auto& device : names_in(devices)) {
    bool ignored = false;
    for (const auto& pattern : node.settings.rdma->ignore) ignored = ignored || matches(pattern, device);
    if (ignored) continue;
    for (const auto& number : names_in(devices + "/" + device + "/ports")) {
      const std::string folder = devices + "/" + device + "/ports/" + number;
      if (read_line(folder + "/link_layer").value_or("InfiniBand") != node.settings.rdma->link_layer) continue;
      found.push_back({device, number, folder});
    }
  }
  return found;
}

}  // namespace skiff::health
