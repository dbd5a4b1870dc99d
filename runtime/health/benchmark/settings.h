#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "benchmark/kind.h"
#include "benchmark/quantity.h"

namespace skiff::benchmark {

/// Nodes of the same kind, and what runs on them.
struct Set {
  std::string nodes;                 ///< a Slurm hostlist
  std::int64_t gpus = 0;             ///< per node; 0: none is requested
  std::int64_t tasks = 1;            ///< per node
  std::vector<std::string> command;  ///< run directly, without a shell
  std::optional<Quantity> floor;     ///< a node below it fails
};

using Below = fields::spec_health_benchmarks_below;

/// One benchmark: a file of JSON that skiff compiles from the spec. docs/health.md describes each field.
struct Settings {
  std::string name;
  Kind kind = Kind::command;
  std::vector<Set> sets;
  std::vector<std::string> states =  ///< of nodes that may be chosen
      spec_default(spec_field("spec.health.benchmarks[].nodeStates"));
  std::string partition, account, qos, reservation, mpi;  ///< empty: Slurm's default or none
  // Limits of one run: number of nodes, of jobs at the same time, of drains.
  std::int64_t nodes = spec_default("spec.health.benchmarks[].limits.nodes");
  std::int64_t at_once = spec_default("spec.health.benchmarks[].limits.atOnce");
  std::int64_t drains = spec_default("spec.health.benchmarks[].limits.drains");
  // In seconds: the longest run time of the program, and the longest time in the queue.
  std::int64_t time_limit = spec_default("spec.health.benchmarks[].limits.timeLimit");
  std::int64_t queue_time = spec_default("spec.health.benchmarks[].limits.queueTime");
  Below below = Below::drain;
  bool retest = false;                ///< test nodes again that this benchmark has drained
  std::string history;                ///< directory of the metrics file; empty: no history
  std::string commands = "/usr/bin";  ///< directory of Slurm's commands
};

/// As strict as for the settings of skiff-health: throws std::runtime_error with the path of the field.
Settings parse_settings(std::string_view json);

}  // namespace skiff::benchmark
