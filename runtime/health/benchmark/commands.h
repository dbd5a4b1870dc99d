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

/// Calls Slurm's commands, in the directory of the settings and with a fixed environment. Each call has a deadline.
class Slurm {
 public:
  /// `environment` is that of this program; only the variables that Slurm's commands need are passed on. If `stop`
  /// becomes true, a running command is killed.
  Slurm(const Settings& settings, std::map<std::string, std::string, std::less<>> environment,
        const std::atomic<bool>& stop);

  /// Runs one command and keeps its stderr apart: `call("squeue", {"--noheader"}, 8s)`. `most_output` is in bytes.
  Program call(const std::string& command, const std::vector<std::string>& words, std::chrono::milliseconds deadline,
               std::size_t most_output = 1 << 16) const;
  /// A node as a parameter for skiff-health's functions show_node and update_node.
  health::Node node(const std::string& name) const;
  bool stopped() const { return stop_; }
  const auto& environment() const { return environment_; }
  /// Sleeps for this time, or until the program is told to stop.
  void pause(std::chrono::milliseconds time) const;

 private:
  std::string folder_;
  std::map<std::string, std::string, std::less<>> environment_;
  const std::atomic<bool>& stop_;
};

/// Describes a failed call in one line.
std::string failure(const std::string& command, const Program& program);

/// A node as slurmctld reports it.
struct NodeState {
  std::string name;
  NodeRecord record;
};

/// All nodes of a hostlist, in its order. None if the call fails; `why` then has the reason.
std::optional<std::vector<NodeState>> show_nodes(const Slurm& slurm, const std::string& hostlist, std::string& why);
/// Parses the output of `scontrol show node` for several nodes.
std::vector<NodeState> parse_nodes(std::string_view text);

/// The nodes of an active reservation. Empty if it is not active or the call fails; `why` then has the reason.
std::vector<std::string> reserved_nodes(const Slurm& slurm, const std::string& reservation, std::string& why);

/// The state of a job (`RUNNING`); empty if slurmctld does not answer or no longer knows the job.
std::string job_state(const Slurm& slurm, std::int64_t job);

}  // namespace skiff::benchmark
