#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/host_index.h"
#include "verify/conf_lines.h"

namespace skiff {

/// One part of `Gres=gpu:h100:8,shard:16`.
struct Gres {
  std::string_view name;
  std::string_view type = {};
  std::uint64_t count = 1;
  bool malformed = false;  ///< the third part is not a number
};

std::vector<Gres> parse_gres(std::string_view text);

struct NodeLine {
  NamedLine line;
  Hostlist hosts;
};

/// The nodes of slurm.conf.
struct SlurmNodes {
  const OutputConf* file = nullptr;  ///< nullptr if there is no slurm.conf
  std::vector<NodeLine> lines;
  HostIndex index;
};

/// Reads the NodeName lines. Reports host lists that Slurm rejects, and nodes that are defined twice.
SlurmNodes read_nodes(const VerifyInput& input, Diagnostics& out);

/// Compares the partitions, NodeSet lines and GRES types of slurm.conf with its nodes.
void check_partitions(const VerifyInput& input, const SlurmNodes& nodes, Diagnostics& out);
/// Compares gres.conf with the nodes of slurm.conf.
void check_gres_conf(const VerifyInput& input, const SlurmNodes& nodes, Diagnostics& out);

}  // namespace skiff
