#pragma once

#include <string>
#include <vector>

#include "node.h"

namespace skiff::health {

struct RdmaPort {
  std::string device;  ///< mlx5_0
  std::string number;  ///< 1
  std::string folder;  ///< /sys/class/infiniband/mlx5_0/ports/1, below the node's root
  std::string label() const { return device + ":" + number; }
};

/// The ports with the expected link layer, without those of ignored devices.
std::vector<RdmaPort> rdma_ports_of(const Node& node);

}  // namespace skiff::health
