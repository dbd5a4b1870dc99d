#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/metrics.h"

namespace skiff::exporter {

/// What a node has, and what jobs use of it.
struct Amounts {
  std::int64_t cpus = 0, memory = 0, gpus = 0;  ///< memory in bytes
};

struct Node {
  std::string name;
  /// One word, as sinfo shows it: idle, mixed, allocated, completing, planned, reserved, maintenance, draining,
  /// drained, down, failing, powering_up, powering_down, powered_down, future or unknown.
  std::string_view state;
  /// The health checks and benchmarks that have drained it, or that warn in its comment.
  std::vector<std::string> critical, warnings;
  std::string reason;      ///< why it gets no jobs; empty otherwise
  std::int64_t since = 0;  ///< when the reason was set, in seconds since 1970; 0: unknown
  bool responding = true;  ///< false if slurmctld has not heard from its slurmd for a while
  std::vector<std::string> partitions;
  Amounts total, allocated;
};

/// Reads `scontrol --detail --oneliner show nodes`, run with TZ=UTC.
std::vector<Node> parse_nodes(std::string_view text);

/// The number of GPUs in a list of GRES: 4 for `gpu:h100:3(IDX:0-2),gpu:a100:1(IDX:3),shard:8(IDX:0)`.
std::int64_t gpus_in(std::string_view gres);

void write_nodes(const std::vector<Node>& nodes, metrics::Page& page);

}  // namespace skiff::exporter
