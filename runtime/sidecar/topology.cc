#include "sidecar/topology.h"

#include <string_view>

#include "common/one_line.h"

namespace skiff::sidecar {
namespace {

/// The unit of a node whose pod runs on this Kubernetes node. If it is in none, `why` says why.
std::string unit_of(const std::string& machine, const std::map<std::string, std::string>& labels,
                    const Topology& settings, std::string& why) {
  const auto label = labels.find(machine);
  if (label == labels.end()) {
    why = "its Kubernetes node " + machine + " has no label " + settings.label;
    return "";
  }
  if (settings.units.contains(label->second)) return label->second;
  why = "the label " + settings.label + " of its Kubernetes node " + machine + " is \"" + one_line(label->second) +
        "\", which the spec does not list";
  return "";
}

}  // namespace

TopologyPlan decide_topology(const std::vector<Node>& nodes, const std::vector<Pod>& pods,
                             const std::map<std::string, std::string>& labels, const Topology& settings,
                             const std::map<std::string, std::string>& logged) {
  std::map<std::string_view, const Pod*> pod_of;
  for (const Pod& pod : pods) pod_of[pod.name] = &pod;
  TopologyPlan plan;
  for (const Node& node : nodes) {
    if (!settings.nodes.contains(node.name)) continue;
    const auto pod = pod_of.find(node.name);
    if (pod == pod_of.end() || pod->second->leaving || pod->second->machine.empty()) continue;
    std::string why;
    const std::string unit = unit_of(pod->second->machine, labels, settings, why);
    const std::string topology = unit.empty() ? "" : settings.name + ":" + unit;
    if (node.topology != topology) {
      plan.places.push_back({node.name, topology});
      if (!unit.empty()) plan.log_lines.push_back(node.name + ": in " + unit + ", as " + pod->second->machine);
    }
    if (why.empty()) continue;
    plan.logged[node.name] = why;
    const auto before = logged.find(node.name);
    if (before == logged.end() || before->second != why)
      plan.log_lines.push_back(node.name + ": in no block or switch, because " + why);
  }
  return plan;
}

}  // namespace skiff::sidecar
