#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "sidecar/node.h"
#include "sidecar/pod.h"

namespace skiff::sidecar {

/// An elastic node set, as its PodTemplate says.
struct ElasticSet {
  std::string name, ns, uid;
  std::int64_t min = 0;          ///< as many nodes stay when nothing runs
  std::int64_t retry_after = 0;  ///< seconds after which a node that did not come may be tried again
  std::string pod;               ///< JSON: metadata and spec of its pods
};

/// What is remembered from one look to the next.
struct PowerMemory {
  struct Mark {
    std::int64_t since = 0;
    bool tried = false;
    bool operator==(const Mark&) const = default;
  };
  std::map<std::string, std::string> old;   ///< uid of a pod that should have gone: its node
  std::map<std::string, std::string> said;  ///< node: what was said of it
  std::map<std::string, Mark> marked;       ///< nodes that are powered down and marked as not responding
  bool operator==(const PowerMemory&) const = default;
};

/// Of which nodes a change is not told any more, when it is looked once more just before: an administrator may have drained one.
enum class Unless { never, drained, drained_by_others };

struct Update {
  std::string node, state, reason;  ///< empty: stays
  Unless unless = Unless::never;
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
  std::vector<std::string> say;
  std::vector<Update> updates;
  std::vector<Delete> deletes;
  std::vector<Create> creates;
  bool busy = false;  ///< something is on its way
  bool acts() const { return !say.empty() || !updates.empty() || !deletes.empty() || !creates.empty(); }
};

/// Decides what is to be done for the nodes of elastic sets: each that slurmctld powers up has its pod, none that it powers down has one.
/// It follows from what slurmctld and the API server say, so it does not matter what happened while this or one of them was away.
///
/// All lists are complete, and were read in this order, so that a node that was up and has no pod has lost it. `now` in seconds since 1970.
PowerPlan decide_power(const std::vector<Node>& nodes, const std::vector<ElasticSet>& sets,
                       const std::vector<Pod>& pods, const PowerMemory& memory, std::int64_t now);

}  // namespace skiff::sidecar
