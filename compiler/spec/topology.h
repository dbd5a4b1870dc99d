#pragma once

#include <vector>

#include "spec/common.h"

// The network topology of the cluster or of a partition.

namespace skiff::spec {

struct Block : Record {
  Text name;
  Texts node_sets;
  Text nodes;
  void each(auto&& f) { f("name", name), f("nodeSets", node_sets), f("nodes", nodes); }
};

struct Switch : Record {
  Text name;
  Texts node_sets;
  Text nodes, switches;
  void each(auto&& f) { f("name", name), f("nodeSets", node_sets), f("nodes", nodes), f("switches", switches); }
};

struct Topology : Record {
  Text type, from_node_label;
  std::vector<Int> block_sizes;
  std::vector<Block> blocks;
  std::vector<Switch> switches;
  void each(auto&& f) {
    f("type", type), f("fromNodeLabel", from_node_label), f("blockSizes", block_sizes), f("blocks", blocks);
    f("switches", switches);
  }
};

}  // namespace skiff::spec
