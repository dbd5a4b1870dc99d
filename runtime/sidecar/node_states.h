#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "sidecar/after_drain.h"
#include "sidecar/node.h"
#include "sidecar/pod.h"

// The condition skiff/InService of worker pods, and events with its reason.

namespace skiff::sidecar {

/// Whether slurmctld gives new jobs to the node. If it does, the reason is `Available`, whether or not jobs run there:
/// otherwise each start of a job would be a request to the API server. If it does not, the reason is one word for the
/// node's state, and the message is the reason that was set in Slurm.
Condition service_of(const Node& node);

/// An event of a worker's pod: `kubectl describe` prints the message of an event, but not that of a condition.
struct StateEvent {
  std::string pod, uid;
  Condition condition;
  std::int64_t since = 0;  ///< when it was first sent; tells it from an equal event before
  bool operator==(const StateEvent&) const = default;
};

/// The last event of a pod, and when it was first and last sent.
struct SentEvent {
  Condition condition;
  std::int64_t since = 0, at = 0;
};
using SentEvents = std::map<std::string, SentEvent>;  ///< by the pod's uid

/// The events to send. A node that goes out of service, or is out of service for another reason, gets one. It is sent
/// again every ten minutes, because the API server deletes events after an hour. A node that is back in service gets
/// one too. `sent` is updated.
std::vector<StateEvent> decide_events(const std::vector<Node>& nodes, const std::vector<Pod>& pods, SentEvents& sent,
                                      std::int64_t now);

/// The pods that get another condition. Pods without a node and pods that are being deleted keep theirs.
std::vector<Patch> decide_node_states(const std::vector<Node>& nodes, const std::vector<Pod>& pods);

}  // namespace skiff::sidecar
