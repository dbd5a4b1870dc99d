#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "sidecar/node.h"
#include "sidecar/pod.h"
#include "sidecar/power.h"
#include "sidecar/settings.h"

namespace skiff::sidecar {

/// True if slurmctld has given up on the node: it is down and does not answer.
bool is_lost(const Node& node);

/// The Kubernetes nodes on which a lost node has its pod.
std::vector<std::string> suspects(const std::vector<Node>& nodes, const std::vector<Pod>& pods);

/// A Kubernetes node that is unreachable while its Slurm nodes are lost.
struct DeadNode {
  std::int64_t since = 0;
  bool deleted = false;  ///< its pods were to be deleted
};
using DeadNodeMap = std::map<std::string, DeadNode>;

struct DeadNodesPlan {
  DeadNodeMap dead;
  std::vector<Delete> deletes;
  std::vector<std::string> log_lines;
};

/// Decides which pods to delete without waiting for their kubelet: those of lost nodes on Kubernetes nodes that have been
/// unreachable for the time of the settings. None if more Kubernetes nodes are unreachable than the settings allow.
///
/// `unreachable`: those of `suspects` that the API server reports as unreachable. `before`: `dead` of the last plan.
DeadNodesPlan decide_dead_nodes(const std::vector<Node>& nodes, const std::vector<Pod>& pods,
                                const std::vector<std::string>& unreachable, const DeadNodes& settings,
                                const DeadNodeMap& before, std::int64_t now);

}  // namespace skiff::sidecar
