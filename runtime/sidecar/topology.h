#pragma once

#include <map>
#include <string>
#include <vector>

#include "sidecar/node.h"
#include "sidecar/pod.h"
#include "sidecar/settings.h"

namespace skiff::sidecar {

/// The place of a node in the topology, such as `default:rack-a`; empty: in no block or switch.
struct Place {
  std::string node, topology;
  bool operator==(const Place&) const = default;
};

struct TopologyPlan {
  std::vector<Place> places;
  std::vector<std::string> log_lines;
  std::map<std::string, std::string> logged;  ///< nodes that get no place, and why, for the next decision
  bool acts() const { return !places.empty() || !log_lines.empty(); }
};

/// Decides which nodes get another place: each node of the settings is in the block or leaf switch whose name is the
/// value of a label of the Kubernetes node that its pod runs on. A node without a pod keeps its place. No job runs
/// there, and its next pod decides. A job that runs keeps its nodes, whatever their places.
///
/// The lists must be complete. `labels`: the value of the label for each Kubernetes node that has it. `logged`: of the
/// last plan.
TopologyPlan decide_topology(const std::vector<Node>& nodes, const std::vector<Pod>& pods,
                             const std::map<std::string, std::string>& labels, const Topology& settings,
                             const std::map<std::string, std::string>& logged);

}  // namespace skiff::sidecar
