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

enum class Below { drain, comment, nothing };

/// One benchmark: a file of JSON that skiff compiles from the spec. docs/health.md describes each field.
struct Settings {
  std::string name;
  Kind kind = Kind::command;
  std::vector<Set> sets;
  std::vector<std::string> states = {"idle"};             ///< of nodes that are chosen: idle, mixed, allocated
  std::string partition, account, qos, reservation, mpi;  ///< empty: Slurm's default, none
  std::int64_t nodes = 8;                                 ///< at most in one run
  std::int64_t at_once = 1;                               ///< jobs
  std::int64_t drains = 2;                                ///< at most in one run
  std::int64_t time_limit = 600;                          ///< seconds of the program
  std::int64_t queue_time = 600;                          ///< seconds that a job may wait to start
  Below below = Below::drain;
  bool retest = false;                ///< nodes that it drained itself are tested again
  std::string history;                ///< folder of the file of metrics; empty: none is kept
  std::string commands = "/usr/bin";  ///< folder of Slurm's commands
};

/// Strict, as the settings of skiff-health: throws std::runtime_error with the path of the field.
Settings parse_settings(std::string_view json);

}  // namespace skiff::benchmark
