#include "verify/topology.h"

#include <algorithm>
#include <bit>
#include <map>

#include "plan/owned.h"
#include "text/number.h"
#include "text/quote.h"
#include "text/split.h"
#include "verify/conf_lines.h"
#include "verify/report.h"
#include "verify/slurm_table.h"

namespace skiff {
namespace {

constexpr Version small_blocks{25, 5};  ///< from here on, a block may have fewer nodes than the smallest size
/// From here on, a switch without nodes and switches is a leaf that nodes join at run time (switch_record.c).
constexpr Version empty_leaves{25, 5};

std::string scalar(const Node& parent, std::string_view key) {
  const Node* node = parent.find(key);
  return node ? node->text : std::string();
}

std::uint32_t line_of(std::string_view text, std::uint32_t at) {
  return static_cast<std::uint32_t>(1 + std::count(text.begin(), text.begin() + at, '\n'));
}

std::vector<TopologyUnit> units(const Node* parent, std::string_view list, std::string_view key,
                                std::string_view text) {
  std::vector<TopologyUnit> found;
  const Node* items = parent ? parent->find(list) : nullptr;
  if (!items) return found;
  for (const Node& item : items->items)
    found.push_back(
        {scalar(item, key), scalar(item, "nodes"), scalar(item, "children"), line_of(text, item.span.begin)});
  return found;
}

// Checks the topologies of one file against the nodes.
class Check {
 public:
  Check(const VerifyInput& input, const OutputSiteFile& file, const SlurmNodes& nodes, Diagnostics& out)
      : input_(input), file_(file), nodes_(nodes), out_(out) {}

  void operator()(const Topology& topology) {
    const int kinds = !topology.switches.empty() + !topology.blocks.empty() + !topology.rings.empty();
    if (kinds > 1) say(Problem::invalid, topology.line, "", "must have only one of switches, blocks and rings");
    if (kinds <= 1 && file_.name == "topology.conf") plugin(topology);
    seen_ = {};
    for (const auto* list : {&topology.switches, &topology.blocks, &topology.rings}) names(*list);
    for (const auto* list : {&topology.switches, &topology.blocks, &topology.rings})
      for (const TopologyUnit& unit : *list) members(unit);
    tree(topology.switches);
    sizes(topology);
    if (kinds == 1 && topology.everywhere) missing(topology);
  }

 private:
  void say(Problem problem, std::uint32_t line, const std::string& value, std::string message,
           Severity severity = Severity::error) {
    // rules/topology.cc warns of a topology of the spec, at the field that decides it.
    if (file_.ours && severity == Severity::warning) return;
    report(out_, "SKF490", problem, "slurm/" + std::string(file_.name) + ':' + std::to_string(line), *file_.origin,
           value.empty() ? value : quote(value), std::move(message), severity);
  }

  // Each plugin reads one kind of line, and slurmctld exits on other lines.
  void plugin(const Topology& topology) {
    const OutputConf* const slurm = find_conf(input_, "slurm.conf");
    const std::string_view name = value_of(slurm, "TopologyPlugin", "");
    const bool tree = compare_words(name, "topology/tree") == 0 || compare_words(name, "topology/hypercube") == 0;
    const bool block = compare_words(name, "topology/block") == 0, ring = compare_words(name, "topology/ring") == 0;
    const std::vector<TopologyUnit>& wanted = tree ? topology.switches : block ? topology.blocks : topology.rings;
    if ((!tree && !block && !ring) || !wanted.empty()) return;
    say(Problem::required, topology.line, "",
        "must have " +
            std::string(tree    ? "SwitchName"
                        : block ? "BlockName"
                                : "RingName") +
            " lines for TopologyPlugin=" + std::string(name));
  }

  void names(const std::vector<TopologyUnit>& units) {
    std::vector<std::string_view> before;
    for (const TopologyUnit& unit : units) {
      if (unit.name.empty()) say(Problem::required, unit.line, "", "must have a name");
      if (std::find(before.begin(), before.end(), unit.name) != before.end())
        say(Problem::duplicate, unit.line, unit.name, "is given twice; slurmctld would exit at startup");
      before.push_back(unit.name);
    }
  }

  void members(const TopologyUnit& unit) {
    if (unit.nodes.empty()) return;
    const std::optional<Hostlist> hosts = parse_hostlist(unit.nodes);
    if (!hosts) return say(Problem::invalid, unit.line, unit.nodes, "must be a host list such as h100-[0-63]");
    for (const HostRun& run : *hosts) {
      if (!nodes_.index.contains(run)) {
        say(Problem::not_found, unit.line, unknown(run),
            "not a node of spec.nodeSets, in " + quote(unit.name) + "; the nodes are " + declared());
      } else if (!seen_.add(run, 0)) {
        say(Problem::duplicate, unit.line, print_hostlist({run}),
            "a node of this list is already in another place of the topology");
      }
    }
  }

  // The first node of a run that slurm.conf does not have.
  std::string unknown(const HostRun& run) const {
    const HostRun first = nodes_.index.absent(run).front();
    std::string name;
    append_host(name, first, first.first);
    return name;
  }

  std::string declared() const {
    std::string text;
    for (const NodeLine& line : nodes_.lines) {
      if (!text.empty()) text += ", ";
      text += unquoted(line.line.name().value);
    }
    return text;
  }

  void tree(const std::vector<TopologyUnit>& switches) {
    std::map<std::string, std::string> parent;
    for (const TopologyUnit& unit : switches) {
      const bool both = !unit.nodes.empty() && !unit.children.empty();
      if (both || (unit.nodes.empty() && unit.children.empty() && input_.slurm < empty_leaves))
        say(Problem::invalid, unit.line, unit.name, "must have either nodes or switches below it");
      if (unit.children.empty()) continue;
      const std::optional<Hostlist> children = parse_hostlist(unit.children);
      if (!children) {
        say(Problem::invalid, unit.line, unit.children, "must be a list of switches such as leaf[0-3]");
        continue;
      }
      for (const std::string& child : expand(*children)) {
        if (std::none_of(switches.begin(), switches.end(),
                         [&](const TopologyUnit& other) { return other.name == child; }))
          say(Problem::not_found, unit.line, child, "no switch has this name, in " + quote(unit.name));
        else if (!parent.emplace(child, unit.name).second)
          say(Problem::duplicate, unit.line, child,
              "is already below " + quote(parent[child]) + "; the switches must form a tree");
      }
    }
    for (const TopologyUnit& unit : switches) {
      std::string at = unit.name;
      for (std::size_t steps = 0; steps <= switches.size(); ++steps) {
        const auto above = parent.find(at);
        if (above == parent.end()) break;
        at = above->second;
        if (at != unit.name) continue;
        say(Problem::invalid, unit.line, unit.name, "is below itself; the switches must form a tree");
        return;
      }
    }
  }

  // block_record.c: each size must be the first one times a power of two, at most 2 to the 15th.
  void sizes(const Topology& topology) {
    std::uint64_t base = 0;
    for (const std::string& text : topology.sizes) {
      const auto size = to_number<std::uint64_t>(text);
      if (!size || *size == 0) {
        say(Problem::invalid, topology.sizes_line, text, "a block size must be a number of nodes");
        return;
      }
      if (base == 0) base = *size;
      const std::uint64_t times = *size / base;
      if (*size % base != 0 || !std::has_single_bit(times) || times > (1U << 15U))
        say(Problem::invalid, topology.sizes_line, text,
            "a block size must be the first one, " + std::to_string(base) + ", times a power of two of at most 32768");
    }
    for (const TopologyUnit& unit : topology.blocks) {
      const std::optional<Hostlist> hosts = parse_hostlist(unit.nodes);
      const std::uint64_t count = hosts && !unit.nodes.empty() ? host_count(*hosts) : 0;
      const bool old = input_.slurm < small_blocks;
      // In older releases, the size of the first block is the minimum if no sizes are given.
      if (old && base == 0) base = count;
      if (count >= base && count > 0) continue;
      say(Problem::invalid, unit.line, unit.name,
          "has " + std::to_string(count) + (count == 1 ? " node" : " nodes") + ", fewer than the smallest block of " +
              std::to_string(base) + (old ? "; slurmctld would exit at startup" : ", so it is never a complete block"),
          old ? Severity::error : Severity::warning);
    }
  }

  void missing(const Topology& topology) {
    Hostlist absent;
    for (const NodeLine& line : nodes_.lines)
      for (const HostRun& run : line.hosts)
        for (HostRun& part : seen_.absent(run)) absent.push_back(std::move(part));
    if (absent.empty()) return;
    say(Problem::invalid, topology.line, print_hostlist(collapse(absent)),
        "is not in the topology, so no job of several nodes runs there", Severity::warning);
  }

  const VerifyInput& input_;
  const OutputSiteFile& file_;
  const SlurmNodes& nodes_;
  Diagnostics& out_;
  HostIndex seen_;
};

}  // namespace

std::vector<Topology> topologies_of(const ParsedConf& conf) {
  Topology topology;
  topology.line = 1;
  for (const ParsedLine& line : conf.lines) {
    const auto& [first, value] = line.parameters.front();
    if (same_key(first, "BlockSizes")) {
      for (const std::string_view size : Parts(value, ',')) topology.sizes.emplace_back(size);
      topology.sizes_line = line.number;
      continue;
    }
    std::vector<TopologyUnit>* list = same_key(first, "SwitchName")  ? &topology.switches
                                      : same_key(first, "BlockName") ? &topology.blocks
                                      : same_key(first, "RingName")  ? &topology.rings
                                                                     : nullptr;
    if (!list) continue;
    TopologyUnit& unit = list->emplace_back();
    unit.line = line.number;
    unit.name = value;
    for (const auto& [key, text] : line.parameters) {
      if (same_key(key, "Nodes")) unit.nodes = text;
      if (same_key(key, "Switches")) unit.children = text;
    }
  }
  return {std::move(topology)};
}

std::vector<Topology> topologies_of(const Node& root, std::string_view text) {
  std::vector<Topology> found;
  for (const Node& item : root.items) {
    Topology& topology = found.emplace_back();
    topology.name = scalar(item, "topology");
    topology.line = line_of(text, item.span.begin);
    topology.everywhere = scalar(item, "cluster_default") == "true";
    topology.switches = units(item.find("tree"), "switches", "switch", text);
    topology.blocks = units(item.find("block"), "blocks", "block", text);
    topology.rings = units(item.find("ring"), "rings", "ring", text);
    const Node* block = item.find("block");
    const Node* sizes = block ? block->find("block_sizes") : nullptr;
    if (!sizes) continue;
    topology.sizes_line = line_of(text, sizes->span.begin);
    for (const Node& size : sizes->items) topology.sizes.push_back(size.text);
  }
  return found;
}

void check_topologies(const VerifyInput& input, const OutputSiteFile& file, const std::vector<Topology>& topologies,
                      const SlurmNodes& nodes, Diagnostics& out) {
  Check check(input, file, nodes, out);
  for (const Topology& topology : topologies) check(topology);
}

}  // namespace skiff
