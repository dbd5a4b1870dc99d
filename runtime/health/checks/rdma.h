#pragma once

#include <string>
#include <vector>

#include "node.h"

namespace skiff::health {

struct RdmaPort {
  std::string device;  ///< mlx5_0
  std::string number;  ///< 1
  std::string folder;  ///< /sys/class/infiniband/mlx5_0/ports/1, with the node's root
  std::string label() const { return device + ":" + number; }
};

/// The ports of the kind that the settings expect, less those of devices to be ignored.
std::vector<RdmaPort> rdma_ports_of(const Node& node);

}  // namespace skiff::health
