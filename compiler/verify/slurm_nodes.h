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

/// Which nodes there are, by runs: 10,000 nodes of one set are one entry.
class NodeIndex {
 public:
  /// False if one of them is there already.
  bool add(const HostRun& run, std::size_t line = 0);
  /// True if all of them are there.
  bool contains(const HostRun& run) const;
  /// The line that has the first of them; empty if none has.
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
  bool malformed = false;  ///< a third part that is no number
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

/// Reads the NodeName lines and reports host lists that Slurm refuses, and nodes that stand twice.
SlurmNodes read_nodes(const VerifyInput& input, Diagnostics& out);

/// The nodes of slurm.conf against each other: partitions, node sets, GRES types.
void check_partitions(const VerifyInput& input, const SlurmNodes& nodes, Diagnostics& out);
/// gres.conf against the nodes of slurm.conf.
void check_gres_conf(const VerifyInput& input, const SlurmNodes& nodes, Diagnostics& out);

}  // namespace skiff
