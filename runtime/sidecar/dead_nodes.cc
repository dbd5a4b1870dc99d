#include "sidecar/dead_nodes.h"

#include <algorithm>
#include <set>

#include "text/join.h"

namespace skiff::sidecar {
namespace {

// The lost nodes that have a pod on a Kubernetes node, by its name.
std::map<std::string, std::vector<const Pod*>> lost_pods(const std::vector<Node>& nodes, const std::vector<Pod>& pods) {
  std::set<std::string_view> lost;
  for (const Node& node : nodes)
    if (is_lost(node)) lost.insert(node.name);
  std::map<std::string, std::vector<const Pod*>> found;
  for (const Pod& pod : pods)
    if (!pod.machine.empty() && lost.contains(pod.name)) found[pod.machine].push_back(&pod);
  return found;
}

std::string names_of(const std::vector<const Pod*>& pods) {
  std::vector<std::string> names;
  for (const Pod* pod : pods) names.push_back(pod->name);
  return joined(names, ",");
}

}  // namespace

bool is_lost(const Node& node) { return node.is("DOWN") && node.silent(); }

std::vector<std::string> suspects(const std::vector<Node>& nodes, const std::vector<Pod>& pods) {
  std::vector<std::string> machines;
  for (const auto& [machine, lost] : lost_pods(nodes, pods)) machines.push_back(machine);
  return machines;
}

DeadNodesPlan decide_dead_nodes(const std::vector<Node>& nodes, const std::vector<Pod>& pods,
                                const std::vector<std::string>& unreachable, const DeadNodes& settings,
                                const DeadNodeMap& before, std::int64_t now) {
  DeadNodesPlan plan;
  const auto log = [&](std::string text) { plan.log_lines.push_back(std::move(text)); };
  const auto lost = lost_pods(nodes, pods);
  for (const std::string& machine : unreachable) {
    const auto known = before.find(machine);
    plan.dead[machine] = known == before.end() ? DeadNode{now} : known->second;
    if (known == before.end())
      log(machine + ": unreachable, and Slurm has lost the nodes on it: " + names_of(lost.at(machine)) +
          "; deleting their pods if this lasts " + std::to_string(settings.after) + " s");
  }
  for (const auto& [machine, dead] : before)
    if (!plan.dead.contains(machine) && !dead.deleted) log(machine + ": no longer lost");
  const auto count = static_cast<std::int64_t>(plan.dead.size());
  if (count > settings.at_most) {
    if (count != static_cast<std::int64_t>(before.size()))
      log(std::to_string(count) + " Kubernetes nodes are unreachable, and atMost is " +
          std::to_string(settings.at_most) + ": no pods are deleted");
    return plan;
  }
  for (auto& [machine, dead] : plan.dead) {
    if (now - dead.since < settings.after) continue;
    for (const Pod* pod : lost.at(machine)) plan.deletes.push_back({pod->name, pod->uid});
    if (!dead.deleted) log(machine + ": deleting the pods of a failed Kubernetes node: " + names_of(lost.at(machine)));
    dead.deleted = true;
  }
  return plan;
}

}  // namespace skiff::sidecar
