#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "plan/common.h"
#include "plan/version.h"

// The network topologies, as slurmctld reads them.

namespace skiff::plan {

struct Block {
  Text name;
  Text nodes;  ///< host list; empty if its node sets have no nodes
  void each(auto&& f) const { f("name", name), f("nodes", nodes); }
};

/// The number of nodes in a block.
std::uint64_t node_count(const Block& block);

/// A switch with nodes, or with the switches below it.
struct Switch {
  Text name;
  std::optional<Text> nodes;     ///< host list
  std::optional<Text> children;  ///< host list of the names of `switches`, as the spec gives it
  std::vector<Switch> switches;
  void each(auto&& f) const { f("name", name), f("nodes", nodes), f("switches", switches); }
};

struct Topology {
  Text name;                            ///< `default`, or the partition whose own topology it is
  Text type;                            ///< block, tree or flat
  std::optional<Text> from_node_label;  ///< label of Kubernetes nodes that decides the places of `labelled`
  std::optional<Text> labelled;         ///< host list of the nodes that no block or switch lists
  std::vector<Int> block_sizes;
  std::vector<Block> blocks;
  std::vector<Switch> switches;  ///< those below no other one
  void each(auto&& f) const {
    f("name", name), f("type", type), f("fromNodeLabel", from_node_label), f("labelledNodes", labelled);
    f("blockSizes", block_sizes), f("blocks", blocks), f("switches", switches);
  }
};

/// The names of the blocks, or of the leaf switches.
Texts unit_names(const Topology& topology);

/// The topology in which labels decide the places of nodes. nullptr: there is none, or it lists all of its nodes.
const Topology* labelled_topology(const std::vector<Topology>& topologies);

/// The name of the cluster's topology. Slurm itself gives it to the topology of topology.conf (topology.c). No
/// partition can have it.
inline constexpr const char* cluster_topology = "default";

/// slurmctld looks for the levels of a tree at most 20 times (switch_record.c: "Prevent infinite loop").
inline constexpr int most_levels = 20;

/// First release with topology.yaml, which can have several topologies and replaces TopologyPlugin and topology.conf.
/// Also the first one in which a node can get another place at run time (scontrol, `Topology=`).
inline constexpr Version topology_yaml{25, 5};

}  // namespace skiff::plan
