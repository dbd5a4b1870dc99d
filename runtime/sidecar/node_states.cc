#include "sidecar/node_states.h"

#include <map>
#include <string_view>
#include <utility>

#include "common/one_line.h"

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

constexpr std::int64_t send_again_after = 600;

bool has_jobs(const Node& node) { return node.is("ALLOCATED") || node.is("MIXED") || node.is("COMPLETING"); }

// Calls `visit` with each pod that has a node, and the condition of that node.
void for_each_worker(const std::vector<Node>& nodes, const std::vector<Pod>& pods, const auto& visit) {
  std::map<std::string_view, const Node*> node_of;
  for (const Node& node : nodes) node_of[node.name] = &node;
  for (const Pod& pod : pods)
    if (const auto node = node_of.find(pod.name); node != node_of.end() && !pod.leaving)
      visit(pod, service_of(*node->second));
}

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
  std::vector<Patch> patches;
  for_each_worker(nodes, pods, [&](const Pod& pod, Condition condition) {
    if (pod.in_service == condition) return;
    const bool changed = !pod.in_service || pod.in_service->status != condition.status;
    patches.push_back({Patch::Kind::pod, pod.name, std::move(condition), changed, in_service_type});
  });
  return patches;
}

std::vector<StateEvent> decide_events(const std::vector<Node>& nodes, const std::vector<Pod>& pods, SentEvents& sent,
                                      std::int64_t now) {
  std::vector<StateEvent> events;
  SentEvents next;
  for_each_worker(nodes, pods, [&](const Pod& pod, Condition condition) {
    const auto before = sent.find(pod.uid);
    const bool serves = condition.status == "True";
    if (serves && before == sent.end()) return;
    const bool repeated = before != sent.end() && before->second.condition == condition;
    const bool due = !repeated || before->second.at <= now - send_again_after;
    const std::int64_t since = repeated ? before->second.since : now;
    if (due) events.push_back({pod.name, pod.uid, condition, since});
    if (!serves) next[pod.uid] = {std::move(condition), since, due ? now : before->second.at};
  });
  sent = std::move(next);
  return events;
}

}  // namespace skiff::sidecar
