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
#include "sidecar/watch.h"

namespace skiff::sidecar {

/// Looks at what slurmctld and the API server say, and does what follows for elastic sets and after drains. Nothing is done on an answer
/// that is not there or not complete. What a watch tells says when to look; what is done follows from lists that were asked for after
/// slurmctld was, so that a node that was up and has no pod has lost it.
class Look {
 public:
  Look(const Settings& settings, Means means, Status& status);

  /// One look and what follows from it; how long the next one may wait.
  std::chrono::milliseconds look(std::int64_t now);
  PodWatch& watch() { return watch_; }

 private:
  enum class Outcome { calm, busy, failed };
  struct Decided {
    PowerPlan power;
    AfterDrainPlan after_drain;
    bool acts() const { return power.acts() || after_drain.acts(); }
  };
  Outcome once(std::int64_t now);
  bool nodes();
  bool full_list();
  Decided decide(const std::vector<Pod>& pods, std::int64_t now) const;
  bool act(Decided decided, std::int64_t now);
  bool must_see_pods() const;
  bool read_record();
  bool keep_record(const Replacements& record);
  template <class Item>
  bool list(const std::string& path, Page (*parse)(std::string_view, std::vector<Item>&), std::vector<Item>& into,
            std::string& version);
  void forget();

  const Settings& settings_;
  const Means means_;
  Status& status_;
  const std::string part_;  // whose failures are told
  const std::string pods_query_;
  PodWatch watch_;
  std::vector<Node> nodes_;
  std::vector<ElasticSet> sets_;
  PowerMemory power_memory_;
  std::optional<Replacements> record_;
  std::map<std::string, std::string> refused_;
  bool pending_ = true;  // the first look is at the pods, too: what was told of them may be out of date
  int failures_ = 0;
  Clock::time_point listed_{};
};

}  // namespace skiff::sidecar
