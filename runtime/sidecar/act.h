#pragma once

#include <atomic>
#include <map>
#include <string>
#include <vector>

#include "sidecar/api.h"
#include "sidecar/log.h"
#include "sidecar/power.h"
#include "sidecar/slurm.h"

namespace skiff::sidecar {

struct AfterDrainPlan;

/// What acting takes.
struct Means {
  const Slurm& slurm;
  Api& api;
  const Log& log;
  const std::atomic<bool>& stop;
  std::string pods;  ///< path of the namespace's pods
};

/// Calls of scontrol for these updates: all nodes with the same in one call. What would take a drain away is not told of a node that an
/// administrator has drained since the look. "down" comes before "resume".
void update_nodes(const Means& means, const std::string& part, const std::vector<Update>& updates);

/// Sends what was decided, a bounded number at a time. A pod that is there already or gone already is what was wanted, or is seen so at the
/// next look. What the API server refuses is remembered as what the node lacks.
void act_on_power(const Means& means, PowerPlan& plan, const std::vector<ElasticSet>& sets);

/// The same after a drain. `refused`: what was said of each request that failed, so that it is said once.
void act_after_drain(const Means& means, const AfterDrainPlan& plan, std::map<std::string, std::string>& refused,
                     std::int64_t now);

}  // namespace skiff::sidecar
