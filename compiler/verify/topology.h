#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "read/node.h"
#include "tree/conf.h"
#include "verify/conf_text.h"
#include "verify/slurm_nodes.h"

namespace skiff {

/// A switch, block or ring.
struct TopologyUnit {
  std::string name, nodes, children;
  std::uint32_t line = 0;
};

/// One topology. topology.conf has one, and topology.yaml may have several.
struct Topology {
  std::string name;
  bool everywhere = true;  ///< it is the default of the cluster, so it must contain all nodes
  std::vector<TopologyUnit> switches, blocks, rings;
  std::vector<std::string> sizes;  ///< the block sizes
  std::uint32_t line = 0, sizes_line = 0;
};

std::vector<Topology> topologies_of(const ParsedConf& conf);
/// `text` is the file from which `root` was read.
std::vector<Topology> topologies_of(const Node& root, std::string_view text);

/// Checks the topologies of a file against the nodes of slurm.conf.
void check_topologies(const VerifyInput& input, const OutputSiteFile& file, const std::vector<Topology>& topologies,
                      const SlurmNodes& nodes, Diagnostics& out);

}  // namespace skiff
