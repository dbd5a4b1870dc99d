#include "exporter/nodes.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>

#include "common/files.h"
#include "common/record.h"
#include "embedded/shared.h"
#include "exporter/saturated.h"
#include "text/ascii.h"

namespace skiff::exporter {
namespace {

using metrics::Kind;
using metrics::Label;
using metrics::Page;

constexpr std::int64_t mebibyte = 1024 * 1024;
// Of a health check or benchmark.
constexpr std::size_t most_name = 63;

std::int64_t number_in(std::string_view text) {
  std::int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return std::max<std::int64_t>(number, 0);
}

// The value of ` KEY=` in a part of a record: the text up to the next space.
std::string_view value_of(std::string_view part, std::string_view key) {
  const auto at = part.find(key);
  if (at == part.npos) return {};
  const std::string_view rest = part.substr(at + key.size());
  return rest.substr(0, rest.find(' '));
}

// The part of a record before the fields that contain any text: administrators and programs write them.
std::string_view before_free_text(std::string_view line) {
  for (const std::string_view key : {" Reason=", " Comment=", " Extra="}) line = line.substr(0, line.find(key));
  return line;
}

// Looks for each key, because the value of OS= contains spaces.
void read_amounts(std::string_view line, Node& node) {
  const std::string_view fields = before_free_text(line);
  node.total.cpus = number_in(value_of(fields, " CPUTot="));
  node.allocated.cpus = number_in(value_of(fields, " CPUAlloc="));
  node.total.memory = times(number_in(value_of(fields, " RealMemory=")), mebibyte);
  node.allocated.memory = times(number_in(value_of(fields, " AllocMem=")), mebibyte);
  node.total.gpus = gpus_in(value_of(fields, " Gres="));
  node.allocated.gpus = gpus_in(value_of(fields, " GresUsed="));
  for (auto& partition : words_of(value_of(fields, " Partitions="), ",")) node.partitions.push_back(partition);
}

// The name at the beginning of `gpu-count: 7 of 8 GPUs`; empty if there is none.
std::string name_in(std::string_view text) {
  const std::string_view name = text.substr(0, text.find(": "));
  const bool good = name.size() < text.size() && !name.empty() && name.size() <= most_name &&
                    std::all_of(name.begin(), name.end(), [](char c) { return is_alnum(c) || c == '-' || c == '_'; });
  return good ? std::string(name) : "";
}

// The checks of a comment such as `[HC] warning: space: 9 % free; contexts: 3 left`, or `[HC] nccl: 312 GB/s`.
std::vector<std::string> warnings_in(std::string_view line) {
  constexpr std::string_view key = " Comment=", many = "warning: ";
  const auto at = line.find(key);
  if (at == line.npos) return {};
  std::string_view text = line.substr(at + key.size());
  for (const std::string_view next : {" Reason=", " Extra="}) text = text.substr(0, text.find(next));
  if (!text.starts_with(shared::reasons::mark)) return {};
  text.remove_prefix(shared::reasons::mark.size());
  std::set<std::string> names;
  if (!text.starts_with(many)) names.insert(name_in(text));
  if (text.starts_with(many)) {
    text.remove_prefix(many.size());
    while (!text.empty()) {
      const std::string_view one = text.substr(0, text.find("; "));
      text.remove_prefix(std::min(one.size() + 2, text.size()));
      names.insert(name_in(one));
    }
  }
  names.erase("");
  return {names.begin(), names.end()};
}

bool has(std::string_view state, std::string_view flag) {
  while (!state.empty()) {
    const std::string_view word = state.substr(0, state.find('+'));
    if (word.substr(0, word.find_first_of("*~#!%$@^-")) == flag) return true;
    state.remove_prefix(std::min(word.size() + 1, state.size()));
  }
  return false;
}

// A state such as IDLE+CLOUD+DRAIN as one word. What keeps jobs away goes before what the node does.
std::string_view word_of(std::string_view state) {
  const bool busy = has(state, "ALLOCATED") || has(state, "MIXED") || has(state, "COMPLETING");
  if (has(state, "DOWN")) return "down";
  if (has(state, "DRAIN")) return busy ? "draining" : "drained";
  if (has(state, "FAIL")) return "failing";
  if (has(state, "POWERING_DOWN") || has(state, "POWER_DOWN")) return "powering_down";
  if (has(state, "POWERED_DOWN")) return "powered_down";
  if (has(state, "POWERING_UP")) return "powering_up";
  if (has(state, "MAINTENANCE") || has(state, "MAINT")) return "maintenance";
  if (has(state, "ALLOCATED")) return "allocated";
  if (has(state, "MIXED")) return "mixed";
  if (has(state, "COMPLETING")) return "completing";
  if (has(state, "RESERVED")) return "reserved";
  if (has(state, "PLANNED")) return "planned";
  if (has(state, "IDLE")) return "idle";
  return has(state, "FUTURE") ? "future" : "unknown";
}

bool gets_no_jobs(std::string_view state) {
  return state == "down" || state == "draining" || state == "drained" || state == "failing";
}

struct Totals {
  std::map<std::string_view, std::int64_t> states;
  Amounts total, allocated;
};

void add(Amounts& sum, const Amounts& some) {
  add_to(sum.cpus, some.cpus);
  add_to(sum.memory, some.memory);
  add_to(sum.gpus, some.gpus);
}

// A number of each of the resources, of nodes or of partitions.
struct Resource {
  std::string_view name, unit, what;
  std::int64_t Amounts::*number;
};
constexpr std::array<Resource, 3> resources = {{{"cpus", "", "CPUs", &Amounts::cpus},
                                                {"memory", "_bytes", "Bytes of memory", &Amounts::memory},
                                                {"gpus", "", "GPUs", &Amounts::gpus}}};

// Writes two metrics for each resource. `each` calls its argument with the labels and numbers of everything that has
// resources.
template <class Each>
void write_resources(Page& page, const std::string& prefix, std::string_view owner, Each each) {
  for (const Resource& resource : resources) {
    const std::string name = prefix + "_" + std::string(resource.name), unit(resource.unit), what(resource.what);
    page.metric(name + unit, Kind::gauge, what + " of the " + std::string(owner) + ".");
    each([&](std::initializer_list<Label> labels, const Amounts& total, const Amounts&) {
      page.sample(labels, total.*resource.number);
    });
    page.metric(name + "_allocated" + unit, Kind::gauge, what + " of the " + std::string(owner) + " that jobs have.");
    each([&](std::initializer_list<Label> labels, const Amounts&, const Amounts& allocated) {
      page.sample(labels, allocated.*resource.number);
    });
  }
}

void write_totals(const std::vector<Node>& nodes, Page& page) {
  std::map<std::string_view, Totals> partitions;
  std::map<std::pair<std::string_view, std::string_view>, std::int64_t> sets;
  for (const Node& node : nodes) {
    ++sets[{parts_of(node.name).set, node.state}];
    for (const auto& partition : node.partitions) {
      Totals& totals = partitions[partition];
      ++totals.states[node.state];
      add(totals.total, node.total);
      add(totals.allocated, node.allocated);
    }
  }
  page.metric("skiff_nodes", Kind::gauge, "Nodes of a node set by state. Each node has one state.");
  for (const auto& [key, count] : sets) page.sample({{"node_set", key.first}, {"state", key.second}}, count);
  page.metric("skiff_partition_nodes", Kind::gauge, "Nodes of a partition by state. A node may be in several.");
  for (const auto& [name, totals] : partitions)
    for (const auto& [state, count] : totals.states) page.sample({{"partition", name}, {"state", state}}, count);
  write_resources(page, "skiff_partition", "nodes of a partition", [&](const auto& write) {
    for (const auto& [name, totals] : partitions) write({{"partition", name}}, totals.total, totals.allocated);
  });
}

}  // namespace

std::int64_t gpus_in(std::string_view gres) {
  std::int64_t sum = 0;
  while (!gres.empty()) {
    // A comma inside parentheses does not end an entry: `gpu:h100:3(IDX:0,2-3)`.
    std::size_t end = 0, open = 0;
    for (; end < gres.size() && (gres[end] != ',' || open > 0); ++end) {
      if (gres[end] == '(') ++open;
      if (gres[end] == ')' && open > 0) --open;
    }
    std::string_view entry = gres.substr(0, end);
    gres.remove_prefix(std::min(end + 1, gres.size()));
    entry = entry.substr(0, entry.find('('));
    if (entry.starts_with("gpu:")) add_to(sum, number_in(entry.substr(entry.rfind(':') + 1)));
  }
  return sum;
}

std::vector<Node> parse_nodes(std::string_view text) {
  std::vector<Node> nodes;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    for (auto& [name, record] : parse_records(line)) {
      Node node;
      node.name = std::move(name);
      node.state = word_of(record.state);
      node.responding = !has(record.state, "NOT_RESPONDING") && record.state.find('*') == record.state.npos;
      if (gets_no_jobs(node.state)) {
        node.reason = std::move(record.reason);
        node.since = record.reason_time;
        if (node.reason.starts_with(shared::reasons::mark))
          node.critical.push_back(name_in(std::string_view(node.reason).substr(shared::reasons::mark.size())));
        std::erase(node.critical, "");
      }
      node.warnings = warnings_in(line);
      read_amounts(line, node);
      nodes.push_back(std::move(node));
    }
  }
  return nodes;
}

void write_nodes(const std::vector<Node>& nodes, Page& page) {
  write_totals(nodes, page);
  page.metric("skiff_node_state", Kind::gauge, "1 for the state of the node.");
  for (const Node& node : nodes)
    page.sample({{"node", node.name}, {"node_set", parts_of(node.name).set}, {"state", node.state}}, 1);
  page.metric("skiff_node_unavailable_since_timestamp_seconds", Kind::gauge,
              "When and why Slurm stopped giving jobs to the node. 0: not known.");
  for (const Node& node : nodes)
    if (gets_no_jobs(node.state))
      page.sample(
          {{"node", node.name}, {"node_set", parts_of(node.name).set}, {"state", node.state}, {"reason", node.reason}},
          node.since);
  page.metric("skiff_node_check", Kind::gauge,
              "1 for each health check or benchmark that has drained the node (critical) or warns in its comment.");
  for (const Node& node : nodes) {
    const auto write = [&](const std::vector<std::string>& checks, std::string_view level) {
      for (const auto& check : checks)
        page.sample({{"node", node.name}, {"node_set", parts_of(node.name).set}, {"check", check}, {"level", level}},
                    1);
    };
    write(node.critical, "critical");
    write(node.warnings, "warning");
  }
  page.metric("skiff_node_responding", Kind::gauge, "0 if slurmctld has not heard from slurmd for a while.");
  for (const Node& node : nodes)
    page.sample({{"node", node.name}, {"node_set", parts_of(node.name).set}}, node.responding ? 1 : 0);
  write_resources(page, "skiff_node", "node", [&](const auto& write) {
    for (const Node& node : nodes)
      write({{"node", node.name}, {"node_set", parts_of(node.name).set}}, node.total, node.allocated);
  });
}

}  // namespace skiff::exporter
