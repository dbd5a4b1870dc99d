#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sidecar/act.h"
#include "sidecar/after_drain.h"
#include "sidecar/dead_nodes.h"
#include "sidecar/metrics.h"
#include "sidecar/node_states.h"
#include "sidecar/settings.h"
#include "sidecar/status.h"
#include "sidecar/timeline.h"
#include "sidecar/watch.h"

namespace skiff::sidecar {

/// Polls slurmctld and the API server, and acts for elastic sets and after drains. If an answer is missing or
/// incomplete, it does nothing. A watch only decides when to poll. Actions follow from lists of pods that were
/// requested after slurmctld's nodes: so a node that was up and has no pod has lost it.
class NodePoller {
 public:
  /// `idle_interval`: the time between polls while nothing happens.
  NodePoller(const Settings& settings, Context context, Status& status, std::chrono::milliseconds idle_interval);

  /// Polls once and acts. Returns how long the next poll may wait.
  std::chrono::milliseconds poll(const Clocks& clocks);
  PodWatch& watch() { return watch_; }
  /// The nodes of the elastic sets as of the last poll; empty if that failed.
  std::map<std::string, ElasticCounts> elastic_counts() const {
    return failures_ > 0 ? std::map<std::string, ElasticCounts>() : count_elastic(nodes_, sets_, watch_.pods());
  }
  /// The name under which problems are reported.
  const std::string& part() const { return part_; }

 private:
  enum class Outcome { idle, busy, failed };
  struct Decided {
    PowerPlan power;
    AfterDrainPlan after_drain;
    TopologyPlan topology;
    std::vector<Patch> states;  ///< do no harm if they are outdated, so they need no list
    bool acts() const { return power.acts() || after_drain.acts() || topology.acts(); }
  };
  Outcome poll_once();
  bool read_nodes();
  bool list_pods_and_sets();
  void list_labels();
  Decided decide();
  bool act(Decided decided);
  void tell_states(const std::vector<Patch>& patches);
  void replace_dead_nodes();
  std::vector<Pod> pods_on_timeline();
  bool must_see_pods() const;
  bool read_record();
  bool write_record(const Replacements& record);
  template <class Item>
  bool list(const std::string& part, const Request& request, Page (*parse)(std::string_view, std::vector<Item>&),
            std::vector<Item>& into, std::string& version) const;

  const Settings& settings_;
  const Context context_;
  Status& status_;
  const std::chrono::milliseconds idle_interval_;
  const std::string part_;  // the part under which problems are reported
  const std::string pods_query_;
  PodWatch watch_;
  std::vector<Node> nodes_;
  std::vector<ElasticSet> sets_;
  PowerMemory power_memory_;
  std::optional<Replacements> record_;
  Timeline time_;
  std::int64_t nodes_read_at_ = INT64_MIN;  // when slurmctld last reported its nodes, on time_
  std::map<std::string, std::string> refused_, refused_states_;
  SentEvents events_;
  std::optional<std::map<std::string, std::string>> labels_;  // of the Kubernetes nodes; nullopt: unknown
  std::map<std::string, std::string> unplaced_, refused_places_;
  DeadNodeMap dead_;
  std::map<std::string, std::string> refused_dead_;
  bool pending_ = false;  // of afterDrain: true at first, because the conditions of the pods may be out of date
  int failures_ = 0;
  Clock::time_point listed_{};
};

}  // namespace skiff::sidecar
