#pragma once

#include <atomic>
#include <map>
#include <string>
#include <vector>

#include "common/log.h"
#include "sidecar/api.h"
#include "sidecar/power.h"
#include "sidecar/slurm.h"
#include "sidecar/topology.h"

namespace skiff::sidecar {

struct AfterDrainPlan;
struct Patch;
struct StateEvent;

struct Context {
  const Slurm& slurm;
  Api& api;
  const Log& log;
  const std::atomic<bool>& stop;
  std::string pods;  ///< path of the namespace's pods
};

/// Runs `scontrol update`, with up to 400 nodes per call that get the same change. Updates with `skip_if` skip nodes
/// that an administrator has drained since the poll. "down" is sent before "resume".
void update_nodes(const Context& context, const std::string& part, const std::vector<Update>& updates);

/// Carries out a plan, with at most 16 requests at a time. Deleting a pod that is gone or has been replaced is not an
/// error. A creation that fails, also because the pod exists, is logged once and remembered in
/// `plan.memory.start_problems` as the reason why the node has no pod.
void act_on_power(const Context& context, PowerPlan& plan, const std::vector<ElasticSet>& sets);

/// The same after a drain. `refused` has the error of each failed request, so that it is logged only once.
/// `now`: the wall clock's time, for the conditions.
void act_after_drain(const Context& context, const AfterDrainPlan& plan, std::map<std::string, std::string>& refused,
                     std::int64_t now);

/// Deletes the pods of failed Kubernetes nodes at once, in the same way.
void act_on_dead_nodes(const Context& context, const std::vector<Delete>& deletes,
                       std::map<std::string, std::string>& refused);

/// Sends events of pods, in the same way. An event that the API server already has is no error.
void send_events(const Context& context, const std::string& part, const std::vector<StateEvent>& events,
                 const std::string& ns, std::map<std::string, std::string>& refused, std::int64_t now);

/// Sets conditions, with at most 16 requests at a time. `part`: where failures are logged. `refused` has the error of
/// each failed request, so that it is logged only once.
void send_patches(const Context& context, const std::string& part, const std::vector<Patch>& patches,
                  std::map<std::string, std::string>& refused, std::int64_t now);

/// Gives nodes their places in the topology. `refused` has the error of each failed update, so that it is logged once.
void act_on_topology(const Context& context, const std::vector<Place>& places,
                     std::map<std::string, std::string>& refused);

}  // namespace skiff::sidecar
