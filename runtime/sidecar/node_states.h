#pragma once

#include <vector>

#include "sidecar/after_drain.h"
#include "sidecar/node.h"
#include "sidecar/pod.h"

// The condition skiff/InService of worker pods.

namespace skiff::sidecar {

/// Whether slurmctld gives new jobs to the node. If it does, the reason is `Available`, whether or not jobs run there:
/// otherwise each start of a job would be a request to the API server. If it does not, the reason is one word for the
/// node's state, and the message is the reason that was set in Slurm.
Condition service_of(const Node& node);

/// The pods that get another condition. Pods without a node and pods that are being deleted keep theirs.
std::vector<Patch> decide_node_states(const std::vector<Node>& nodes, const std::vector<Pod>& pods);

}  // namespace skiff::sidecar
