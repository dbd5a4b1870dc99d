#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lower/slurm/hostlist.h"
#include "verify/conf_lines.h"

namespace skiff {

/// The set of all nodes, stored as runs: 10,000 nodes of one set are one entry.
class NodeIndex {
 public:
  /// Adds the nodes of a run. Returns false, and adds none, if one of them already exists.
  bool add(const HostRun& run, std::size_t line = 0);
  /// True if all nodes of the run exist.
  bool contains(const HostRun& run) const;
  /// The line that was given for the first node of the run. std::nullopt if this node does not exist.
  std::optional<std::size_t> line_of(const HostRun& run) const;

 private:
  struct Entry {
    std::uint64_t first, last;
    std::size_t line;
  };
  std::unordered_map<std::string, std::vector<Entry>> runs_;
};

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
  NodeIndex index;
};

/// Reads the NodeName lines. Reports host lists that Slurm rejects, and nodes that are defined twice.
SlurmNodes read_nodes(const VerifyInput& input, Diagnostics& out);

/// Compares the partitions, NodeSet lines and GRES types of slurm.conf with its nodes.
void check_partitions(const VerifyInput& input, const SlurmNodes& nodes, Diagnostics& out);
/// Compares gres.conf with the nodes of slurm.conf.
void check_gres_conf(const VerifyInput& input, const SlurmNodes& nodes, Diagnostics& out);

}  // namespace skiff
