#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "benchmark/kind.h"
#include "benchmark/quantity.h"

namespace skiff::benchmark {

/// Nodes that are alike, and what is run on them.
struct Set {
  std::string nodes;                 ///< a hostlist of Slurm's
  std::int64_t gpus = 0;             ///< of each node; 0: none is asked for
  std::int64_t tasks = 1;            ///< of each node
  std::vector<std::string> command;  ///< run as it stands, without a shell
  std::optional<Quantity> floor;     ///< below it the node is at fault
};

using Below = fields::spec_health_benchmarks_below;

/// One benchmark: a file of JSON that skiff compiles from the spec. docs/health.md describes each field.
struct Settings {
  std::string name;
  Kind kind = Kind::command;
  std::vector<Set> sets;
  std::vector<std::string> states =  ///< of nodes that are chosen
      spec_default(spec_field("spec.health.benchmarks[].nodeStates"));
  std::string partition, account, qos, reservation, mpi;  ///< empty: Slurm's default, none
  // Of one run: nodes at most, jobs side by side, nodes that it drains at most.
  std::int64_t nodes = spec_default("spec.health.benchmarks[].limits.nodes");
  std::int64_t at_once = spec_default("spec.health.benchmarks[].limits.atOnce");
  std::int64_t drains = spec_default("spec.health.benchmarks[].limits.drains");
  // Seconds of the program, and those that a job may wait to start.
  std::int64_t time_limit = spec_default("spec.health.benchmarks[].limits.timeLimit");
  std::int64_t queue_time = spec_default("spec.health.benchmarks[].limits.queueTime");
  Below below = Below::drain;
  bool retest = false;                ///< nodes that it drained itself are tested again
  std::string history;                ///< folder of the file of metrics; empty: none is kept
  std::string commands = "/usr/bin";  ///< folder of Slurm's commands
};

/// Strict, as the settings of skiff-health: throws std::runtime_error with the path of the field.
Settings parse_settings(std::string_view json);

}  // namespace skiff::benchmark
