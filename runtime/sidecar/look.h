#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sidecar/act.h"
#include "sidecar/after_drain.h"
#include "sidecar/settings.h"
#include "sidecar/status.h"
#include "sidecar/timeline.h"
#include "sidecar/watch.h"

namespace skiff::sidecar {

/// Polls slurmctld and the API server, and acts for elastic sets and after drains. If an answer is missing or
/// incomplete, it does nothing. A watch only decides when to poll. Actions follow from lists of pods that were
/// requested after slurmctld's nodes: so a node that was up and has no pod has lost it.
class Look {
 public:
  /// `calm`: the time between polls while nothing happens.
  Look(const Settings& settings, Means means, Status& status, std::chrono::milliseconds calm);

  /// Polls once and acts. Returns how long the next poll may wait.
  std::chrono::milliseconds look(const Clocks& clocks);
  PodWatch& watch() { return watch_; }

 private:
  enum class Outcome { calm, busy, failed };
  struct Decided {
    PowerPlan power;
    AfterDrainPlan after_drain;
    bool acts() const { return power.acts() || after_drain.acts(); }
  };
  Outcome once();
  bool nodes();
  bool full_list();
  Decided decide();
  bool act(Decided decided);
  std::vector<Pod> placed_pods();
  bool must_see_pods() const;
  bool read_record();
  bool keep_record(const Replacements& record);
  template <class Item>
  bool list(const std::string& path, Page (*parse)(std::string_view, std::vector<Item>&), std::vector<Item>& into,
            std::string& version);

  const Settings& settings_;
  const Means means_;
  Status& status_;
  const std::chrono::milliseconds calm_;
  const std::string part_;  // the part under which problems are reported
  const std::string pods_query_;
  PodWatch watch_;
  std::vector<Node> nodes_;
  std::vector<ElasticSet> sets_;
  PowerMemory power_memory_;
  std::optional<Replacements> record_;
  Timeline time_;
  std::int64_t asked_ = INT64_MIN;  // when slurmctld last reported its nodes, on time_
  std::map<std::string, std::string> refused_;
  bool pending_ = true;  // true at first, so that the first poll includes the pods: their conditions may be out of date
  int failures_ = 0;
  Clock::time_point listed_{};
};

}  // namespace skiff::sidecar
