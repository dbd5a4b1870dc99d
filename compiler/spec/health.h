#pragma once

#include <optional>
#include <vector>

#include "spec/common.h"

// Health checks of the nodes, and the actions that follow from them.

namespace skiff::spec {

struct Recovery : Record {
  Int good_runs, max_drains;
  Text window;
  void each(auto&& f) { f("goodRuns", good_runs), f("maxDrains", max_drains), f("window", window); }
};

struct Submit : Record {
  Text partition, account, qos, reservation, mpi;
  void each(auto&& f) {
    f("partition", partition), f("account", account), f("qos", qos), f("reservation", reservation), f("mpi", mpi);
  }
};

struct BenchmarkLimits : Record {
  Int nodes, at_once, drains;
  Text time_limit, queue_time;
  void each(auto&& f) {
    f("nodes", nodes), f("atOnce", at_once), f("drains", drains), f("timeLimit", time_limit),
        f("queueTime", queue_time);
  }
};

struct Benchmark : Record, Placement {
  Text name, kind;
  Texts node_sets;
  Text schedule, time_zone;
  Bool suspend;
  Text floor, size;
  Int level;
  Text path, access;
  Texts command, node_states;
  Submit submit;
  BenchmarkLimits limits;
  Text below;
  Bool retest;
  void each(auto&& f) {
    f("name", name), f("kind", kind), f("nodeSets", node_sets), f("schedule", schedule), f("timeZone", time_zone);
    f("suspend", suspend), f("floor", floor), f("size", size), f("level", level), f("path", path), f("access", access);
    f("command", command), f("nodeStates", node_states), f("submit", submit), f("limits", limits), f("below", below);
    f("retest", retest), each_placement(f);
  }
};

struct History : Record {
  Text storage;
  void each(auto&& f) { f("storage", storage); }
};

/// The levels to use instead of those that a check finds.
struct Levels : Record {
  Text warn, critical, unknown;
  void each(auto&& f) { f("warn", warn), f("critical", critical), f("unknown", unknown); }
};

struct Checks : Record {
  TextMap programs;
  Text timeout;
  Texts contexts;
  void each(auto&& f) { f("programs", programs), f("timeout", timeout), f("contexts", contexts); }
};

struct Replace : Record {
  Texts node_sets, checks;
  Int per_hour, at_once;
  Text patience, again;
  void each(auto&& f) {
    f("nodeSets", node_sets), f("checks", checks), f("perHour", per_hour), f("atOnce", at_once),
        f("patience", patience), f("again", again);
  }
};

struct AfterDrain : Record {
  Text wait;
  std::optional<Replace> replace;
  Texts conditions;
  void each(auto&& f) { f("wait", wait), f("replace", replace), f("conditions", conditions); }
};

struct Health : Record {
  Text interval, timeout;
  Texts node_states;
  Bool prolog, epilog, comment;
  Recovery recovery;
  Named<Int> thresholds;
  TextMap xids;
  Named<Levels> levels;
  Texts disabled;
  std::optional<Checks> checks;
  std::optional<AfterDrain> after_drain;
  std::vector<Benchmark> benchmarks;
  std::optional<History> history;
  void each(auto&& f) {
    f("interval", interval), f("timeout", timeout), f("nodeStates", node_states), f("prolog", prolog);
    f("epilog", epilog), f("comment", comment), f("recovery", recovery), f("thresholds", thresholds);
    f("xids", xids), f("levels", levels), f("disabled", disabled), f("checks", checks);
    f("afterDrain", after_drain), f("benchmarks", benchmarks), f("history", history);
  }
};

}  // namespace skiff::spec
