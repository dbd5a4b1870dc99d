#include "benchmark/choose.h"

#include <algorithm>

#include "benchmark/retest.h"
#include "slurm.h"

namespace skiff::benchmark {
namespace {

// A state such as `IDLE*+CLOUD+DRAIN` has the base state first, then flags. A star means that the node does not answer.
bool is_away(const std::string& state) {
  for (const char* word : {"*", "DRAIN", "DOWN", "FAIL", "UNKNOWN", "POWER", "REBOOT", "INVAL", "NO_RESPOND",
                           "NOT_RESPONDING", "BLOCKED", "FUTURE", "ERROR"})
    if (state.find(word) != state.npos) return true;
  return false;
}

std::string base_of(const std::string& state) {
  std::string base = state.substr(0, state.find('+'));
  std::transform(base.begin(), base.end(), base.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return base;
}

}  // namespace

bool may_be_tested(const NodeState& node, const Settings& settings) {
  const std::string& state = node.record.state;
  if (!is_node_name(node.name) || state.empty() || is_away(state)) return false;
  const bool reserved = state.find("RESERVED") != state.npos || state.find("MAINT") != state.npos;
  if (reserved && settings.reservation.empty()) return false;
  const std::string base = base_of(state);
  if (base == "reserved" || base == "maint") return true;
  return std::find(settings.states.begin(), settings.states.end(), base) != settings.states.end();
}

std::string left_out(const std::vector<NodeState>& nodes, const Settings& settings) {
  std::map<std::string, int> counts;
  for (const auto& node : nodes)
    if (!may_be_tested(node, settings) && !may_be_retested(node, settings)) ++counts[node.record.state];
  std::string text;
  for (const auto& [state, count] : counts) text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + state;
  return text;
}

std::vector<std::string> choose(const std::vector<NodeState>& nodes, const Settings& settings, const LastTried& last,
                                std::size_t most, std::int64_t now) {
  std::vector<std::string> names;
  for (const auto& node : nodes)
    if (may_be_tested(node, settings) || may_be_retested(node, settings)) names.push_back(node.name);
  if (last.empty() && names.size() > most) {
    const auto begin = static_cast<std::size_t>(now / 60) * most % names.size();
    std::rotate(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(begin), names.end());
  }
  const auto time = [&](const std::string& name) {
    const auto found = last.find(name);
    return found == last.end() ? 0 : found->second;
  };
  std::stable_sort(names.begin(), names.end(), [&](const auto& a, const auto& b) { return time(a) < time(b); });
  names.resize(std::min(names.size(), most));
  return names;
}

}  // namespace skiff::benchmark
