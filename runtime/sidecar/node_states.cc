#include "sidecar/node_states.h"

#include <map>
#include <string_view>
#include <utility>

namespace skiff::sidecar {
namespace {

// In the order of the table, the first flag that the node has gives the reason. A node can have several of them, and
// what an administrator has to act on comes first (node_state_base_string and node_state_flag_string,
// slurm_protocol_defs.c).
constexpr std::pair<std::string_view, const char*> reasons[] = {
    {"INVALID_REG", "InvalidRegistration"},
    {"FAIL", "Failing"},
    {"DOWN", "Down"},
    {"ERROR", "Error"},
    {"DRAIN", "Drained"},
    {"NOT_RESPONDING", "NotResponding"},
    {"REBOOT_ISSUED", "Rebooting"},
    {"REBOOT_REQUESTED", "Rebooting"},
    {"MAINTENANCE", "Maintenance"},
    {"POWERING_DOWN", "PoweringDown"},
    {"POWER_DOWN", "PoweringDown"},
    {"POWERING_UP", "PoweringUp"},
    {"POWERED_DOWN", "PoweredDown"},
    {"UNKNOWN", "Unknown"},
    {"FUTURE", "Future"},
};

bool has_jobs(const Node& node) { return node.is("ALLOCATED") || node.is("MIXED") || node.is("COMPLETING"); }

}  // namespace

Condition service_of(const Node& node) {
  for (const auto& [flag, reason] : reasons) {
    if (!node.is(flag)) continue;
    const std::string text = node.reason.empty() ? "its state in Slurm is " + node.state : node.reason;
    return {"False", flag == "DRAIN" && has_jobs(node) ? "Draining" : reason, one_line(text)};
  }
  return {"True", "Available", ""};
}

std::vector<Patch> decide_node_states(const std::vector<Node>& nodes, const std::vector<Pod>& pods) {
  std::map<std::string_view, const Node*> node_of;
  for (const Node& node : nodes) node_of[node.name] = &node;
  std::vector<Patch> patches;
  for (const Pod& pod : pods) {
    const auto node = node_of.find(pod.name);
    if (node == node_of.end() || pod.leaving) continue;
    Condition condition = service_of(*node->second);
    if (pod.in_service == condition) continue;
    const bool changed = !pod.in_service || pod.in_service->status != condition.status;
    patches.push_back({Patch::Kind::pod, pod.name, std::move(condition), changed, in_service_type});
  }
  return patches;
}

}  // namespace skiff::sidecar
