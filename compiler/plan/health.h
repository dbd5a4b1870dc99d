#pragma once

#include <optional>
#include <vector>

#include "plan/common.h"

// Health checks of the nodes, and the actions that follow from them.

namespace skiff::plan {

/// Nodes of a benchmark that are alike, and the command to run on them.
struct BenchmarkSet {
  Text nodes;       ///< a hostlist
  Int gpus, tasks;  ///< of each node
  Texts command;
  std::optional<Text> floor;  ///< `460 GB/s`
  void each(auto&& f) const {
    f("nodes", nodes), f("gpus", gpus), f("tasks", tasks), f("command", command), f("floor", floor);
  }
};

/// A benchmark, which a CronJob runs. Times are in seconds.
struct Benchmark {
  Text name, kind;
  Text object;  ///< name of its CronJob and its ConfigMap
  Text component;
  Text schedule, time_zone;
  Bool suspend;
  std::vector<BenchmarkSet> sets;
  Texts states;
  std::optional<Text> partition, account, qos, reservation, mpi;
  Int nodes, at_once, drains, time_limit, queue_time;
  Int deadline;  ///< of a run: when even the slowest one has ended
  Text below;
  Bool retest;
  Placement placement;
  void each(auto&& f) const {
    f("name", name), f("kind", kind), f("object", object), f("component", component), f("schedule", schedule);
    f("timeZone", time_zone), f("suspend", suspend), f("sets", sets), f("states", states), f("partition", partition);
    f("account", account), f("qos", qos), f("reservation", reservation), f("mpi", mpi), f("nodes", nodes);
    f("atOnce", at_once), f("drains", drains), f("timeLimit", time_limit), f("queueTime", queue_time);
    f("deadline", deadline), f("below", below), f("retest", retest);
    f("placement", placement);
  }
};

/// The levels to use instead of those that a check finds.
struct Levels {
  Text check;     ///< `clock`, or `mount:/data` for one of several
  Pairs instead;  ///< level found and level to use
  void each(auto&& f) const { f("check", check), f("instead", instead); }
};

/// Health checks that the site provides.
struct Checks {
  Pairs programs;
  Int timeout;  ///< seconds
  Texts contexts;
  void each(auto&& f) const { f("programs", programs), f("timeout", timeout), f("contexts", contexts); }
};

/// Replaces the pod of a node that checks have drained. Times are in seconds.
struct Replace {
  Texts node_sets;
  Texts checks;  ///< only drains by these checks count; empty: by any
  Int per_hour, at_once;
  Int patience;  ///< how long the new pod has to pass its checks
  Int again;     ///< how long the pod of the same node is not replaced again
  void each(auto&& f) const {
    f("nodeSets", node_sets), f("checks", checks), f("perHour", per_hour), f("atOnce", at_once),
        f("patience", patience), f("again", again);
  }
};

/// The actions after checks have drained a node and it has been idle for `wait` seconds.
struct AfterDrain {
  Text object;  ///< name of its roles
  Int wait;
  std::optional<Replace> replace;
  Bool pods, machines;  ///< whether pods and Kubernetes nodes get a condition
  void each(auto&& f) const {
    f("object", object), f("wait", wait), f("replace", replace), f("podConditions", pods),
        f("nodeConditions", machines);
  }
};

/// The health checks of every node. Times are in seconds.
struct Health {
  Int interval, timeout;
  Text node_states;
  Bool prolog, epilog, comment;
  Int good_runs, max_drains, window;
  Numbers thresholds;
  Pairs xids;
  std::vector<Levels> levels;
  Texts disabled;
  std::optional<Checks> checks;
  std::optional<AfterDrain> after_drain;
  std::vector<Benchmark> benchmarks;
  std::optional<Text> history;  ///< the volume for the benchmarks' results
  Origin mounts;                ///< all mounts together decide which sets have which mounts
  void each(auto&& f) const {
    f("interval", interval), f("timeout", timeout), f("nodeStates", node_states), f("prolog", prolog),
        f("epilog", epilog);
    f("comment", comment), f("goodRuns", good_runs), f("maxDrains", max_drains), f("window", window);
    f("thresholds", thresholds), f("xids", xids), f("levels", levels), f("disabled", disabled);
    f("checks", checks), f("afterDrain", after_drain), f("benchmarks", benchmarks), f("history", history);
  }
};

}  // namespace skiff::plan
