#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "sidecar/node.h"
#include "sidecar/pod.h"

namespace skiff::sidecar {

/// An elastic node set, as its PodTemplate describes it.
struct ElasticSet {
  std::string name, ns, uid;
  std::int64_t min = 0;          ///< number of nodes that stay up even when no job runs
  std::int64_t retry_after = 0;  ///< seconds after which a node that did not start may be powered up again
  std::string pod;               ///< JSON: metadata and spec of its pods
};

/// What is remembered between polls.
struct PowerMemory {
  struct NotResponding {
    std::int64_t since = 0;
    bool tried = false;
    bool operator==(const NotResponding&) const = default;
  };
  std::map<std::string, std::string> stale_pods;        ///< uids of pods that should already be gone, and their nodes
  std::map<std::string, std::string> start_problems;    ///< nodes, and why their pods do not start, as last logged
  std::map<std::string, std::string> logged;            ///< nodes, and what else was last logged about them
  std::map<std::string, NotResponding> not_responding;  ///< powered-down nodes with the flag NOT_RESPONDING
  bool operator==(const PowerMemory&) const = default;
};

/// The state is read again just before the change, because an administrator may have drained the node.
enum class SkipIf { never, drained, drained_by_others };

struct Update {
  std::string node, state, reason;  ///< an empty state or reason stays as it is
  SkipIf skip_if = SkipIf::never;
  bool operator==(const Update&) const = default;
};
struct Delete {
  std::string node, uid;
  bool operator==(const Delete&) const = default;
};
struct Create {
  std::string node, set;
  bool operator==(const Create&) const = default;
};

struct PowerPlan {
  PowerMemory memory;
  std::vector<std::string> log_lines;
  std::vector<Update> updates;
  std::vector<Delete> deletes;
  std::vector<Create> creates;
  bool busy = false;  ///< work is in progress, so the next poll comes soon
  bool acts() const { return !log_lines.empty() || !updates.empty() || !deletes.empty() || !creates.empty(); }
};

/// Decides what to do for the nodes of elastic sets: a node that slurmctld powers up must have a pod, and a node that
/// it powers down must not. The decision follows from the current state of slurmctld and the API server. So nothing is
/// lost if this program or one of them was unavailable.
///
/// All lists must be complete and read in the order of the parameters: so a node that was up and has no pod has lost
/// it. `now` and the nodes' times are on one Timeline.
PowerPlan decide_power(const std::vector<Node>& nodes, const std::vector<ElasticSet>& sets,
                       const std::vector<Pod>& pods, const PowerMemory& memory, std::int64_t now);

}  // namespace skiff::sidecar
