#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "benchmark/settings.h"
#include "common/program.h"
#include "common/record.h"
#include "node.h"

namespace skiff::benchmark {

/// Slurm's commands as this run calls them: where they are, and with what environment. Each call has a deadline.
class Slurm {
 public:
  /// `environment` is this program's own; of it only what Slurm's commands need goes on.
  Slurm(const Settings& settings, std::map<std::string, std::string, std::less<>> environment,
        const std::atomic<bool>& stop);

  /// One call, stderr apart: `call("squeue", {"--noheader"}, 8s)`.
  Program call(const std::string& command, const std::vector<std::string>& words, std::chrono::milliseconds deadline,
               std::size_t most_output = 1 << 16) const;
  /// A node as skiff-health's calls of scontrol take it.
  health::Node node(const std::string& name) const;
  bool stopped() const { return stop_; }
  const auto& environment() const { return environment_; }
  /// Sleeps, or less where it is to stop.
  void pause(std::chrono::milliseconds time) const;

 private:
  std::string folder_;
  std::map<std::string, std::string, std::less<>> environment_;
  const std::atomic<bool>& stop_;
};

/// What went wrong with a call, in a line.
std::string failure(const std::string& command, const Program& program);

/// What slurmctld has of a node.
struct NodeState {
  std::string name;
  NodeRecord record;
};

/// All nodes of a hostlist, in its order. None where slurmctld does not answer; `why` then tells.
std::optional<std::vector<NodeState>> show_nodes(const Slurm& slurm, const std::string& hostlist, std::string& why);
/// The text of `scontrol show node` for several nodes, taken apart.
std::vector<NodeState> parse_nodes(std::string_view text);

/// The nodes of a reservation that is active; empty where there is none.
std::vector<std::string> reserved_nodes(const Slurm& slurm, const std::string& reservation, std::string& why);

/// The state of a job (`RUNNING`), empty where slurmctld does not answer or has forgotten it.
std::string job_state(const Slurm& slurm, std::int64_t job);

}  // namespace skiff::benchmark
