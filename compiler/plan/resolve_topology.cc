#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_map>

#include "diag/suggest.h"
#include "plan/resolve_parts.h"
#include "spec/refuse.h"
#include "text/host_index.h"
#include "text/quote.h"

namespace skiff {
namespace {

/// What the topologies of a spec refer to.
struct Known {
  std::vector<std::string_view> names;  ///< of the node sets
  std::unordered_map<std::string_view, const plan::NodeSet*> sets;
  HostIndex nodes;
  std::string all_nodes;  ///< their host lists, for messages
};

Known known_nodes(const plan::Plan& plan) {
  Known known;
  for (const plan::NodeSet& set : plan.node_sets) {
    known.names.push_back(*set.name);
    known.sets.emplace(*set.name, &set);
    const std::optional<Hostlist> hosts = parse_hostlist(*set.hostlist);
    if (!hosts) continue;
    for (const HostRun& run : *hosts) known.nodes.add(run);
    known.all_nodes += (known.all_nodes.empty() ? "" : ", ") + *set.hostlist;
  }
  return known;
}

void not_found(Diagnostics& diagnostics, const spec::Text& field, std::string_view name, const std::string& message) {
  diagnostics.push_back(
      {.rule = "SKF212", .problem = Problem::not_found, .span = field.span, .value = quote(name), .message = message});
}

/// Reports a host list that Slurm cannot read, and the first node that does not exist.
void check_nodes(const spec::Text& nodes, const Known& known, Diagnostics& diagnostics) {
  const std::optional<Hostlist> hosts = parse_hostlist(*nodes);
  if (!hosts) return refuse(diagnostics, "SKF212", nodes, "must be a host list such as h100-[0-63]");
  for (const HostRun& run : *hosts) {
    const Hostlist absent = known.nodes.absent(run);
    if (absent.empty()) continue;
    std::string name;
    append_host(name, absent.front(), absent.front().first);
    return not_found(diagnostics, nodes, name, "not a node of spec.nodeSets; the nodes are " + known.all_nodes);
  }
}

/// The host list of a block or leaf switch: its node sets, then its other nodes.
plan::Text nodes_of(const auto& unit, const Known& known, Diagnostics& diagnostics) {
  plan::Texts lists;
  for (const spec::Text& name : unit.node_sets) {
    if (const auto set = known.sets.find(*name); set != known.sets.end())
      lists.push_back({*set->second->hostlist, name.origin | set->second->hostlist.origin});
    else
      check_known("SKF204", name, known.names, "spec.nodeSets", diagnostics);
  }
  if (unit.nodes) {
    check_nodes(unit.nodes, known, diagnostics);
    lists.push_back(unit.nodes.tracked());
  }
  return plan::joined(lists);
}

/// The number of nodes in each block, if it is the same in all. Otherwise, rules/topology.cc requires the sizes.
std::vector<plan::Int> equal_size(const std::vector<plan::Block>& blocks, const plan::Text& type) {
  if (blocks.empty()) return {};
  const std::uint64_t count = plan::node_count(blocks.front());
  plan::Int size{static_cast<std::int64_t>(count), type.origin};
  for (const plan::Block& block : blocks) {
    if (plan::node_count(block) != count || count == 0) return {};
    size.origin |= block.nodes.origin;
  }
  return {size};
}

/// Puts the switches below those that name them.
class Tree {
 public:
  Tree(const std::vector<spec::Switch>& switches, const Known& known, Diagnostics& diagnostics)
      : spec_(switches), nodes_(known), diagnostics_(diagnostics), children_(switches.size()) {
    for (std::size_t i = 0; i < switches.size(); ++i) index_.emplace(*switches[i].name, i);
    std::vector<bool> below(switches.size());
    for (std::size_t i = 0; i < switches.size(); ++i) {
      why_ |= switches[i].switches.origin;
      for (const std::size_t child : named_by(switches[i])) {
        // The first switch that names another one has it. rules/topology.cc reports the others.
        if (below[child]) continue;
        below[child] = true;
        children_[i].push_back(child);
      }
    }
    for (std::size_t i = 0; i < switches.size(); ++i)
      if (!below[i]) roots_.push_back(i);
  }

  std::vector<plan::Switch> operator()() const { return resolve(roots_, 1); }

 private:
  std::vector<std::size_t> named_by(const spec::Switch& parent) {
    std::vector<std::size_t> found;
    if (!parent.switches) return found;
    const std::optional<Hostlist> names = parse_hostlist(*parent.switches);
    if (!names) {
      refuse(diagnostics_, "SKF212", parent.switches, "must be a list of switches such as leaf-[1-4]");
      return found;
    }
    HostReader reader(*names);
    for (std::string name; reader.next(name);) {
      if (const auto at = index_.find(name); at != index_.end()) {
        found.push_back(at->second);
        continue;
      }
      std::vector<std::string_view> all;
      for (const spec::Switch& other : spec_) all.push_back(*other.name);
      not_found(diagnostics_, parent.switches, name, "no switch has this name" + did_you_mean(name, all));
      break;
    }
    return found;
  }

  plan::Text placed(plan::Text text) const {
    text.origin |= why_;
    return text;
  }

  std::vector<plan::Switch> resolve(const std::vector<std::size_t>& switches, int level) const {
    std::vector<plan::Switch> resolved;
    // Slurm does not accept more levels, and neither does rules/topology.cc.
    if (level > plan::most_levels) return resolved;
    for (const std::size_t i : switches) {
      const spec::Switch& given = spec_[i];
      plan::Switch& made = resolved.emplace_back();
      made.name = placed(given.name.tracked());
      if (given.nodes || !given.node_sets.empty()) made.nodes = placed(nodes_of(given, nodes_, diagnostics_));
      if (given.switches) made.children = placed(given.switches.tracked());
      made.switches = resolve(children_[i], level + 1);
    }
    return resolved;
  }

  const std::vector<spec::Switch>& spec_;
  const Known& nodes_;
  Diagnostics& diagnostics_;
  std::map<std::string_view, std::size_t> index_;
  std::vector<std::vector<std::size_t>> children_;
  std::vector<std::size_t> roots_;
  Origin why_;  ///< all fields that name switches: together they decide the place of each one
};

/// A node set that is a block if the spec lists none, and why it is one.
struct Candidate {
  const plan::NodeSet* set;
  Origin why;
};

/// The nodes of these sets that no block or switch lists. std::nullopt: there are none.
std::optional<plan::Text> unlisted(const spec::Topology& topology, const std::vector<Candidate>& sets,
                                   const Known& known) {
  HostIndex listed;
  plan::Text text{"", topology.from_node_label.origin};
  const auto list = [&](const auto& units) {
    Diagnostics reported;  // by resolve_topology()
    for (const auto& unit : units) {
      const plan::Text nodes = nodes_of(unit, known, reported);
      text.origin |= nodes.origin;
      if (nodes.value.empty()) continue;
      for (const HostRun& run : parse_hostlist(*nodes).value_or(Hostlist{})) listed.add(run);
    }
  };
  list(topology.blocks);
  list(topology.switches);
  Hostlist others;
  for (const auto& [set, why] : sets) {
    text.origin |= set->hostlist.origin | why;
    for (const HostRun& run : parse_hostlist(*set->hostlist).value_or(Hostlist{}))
      for (HostRun& part : listed.absent(run)) others.push_back(std::move(part));
  }
  if (others.empty()) return std::nullopt;
  text.value = print_hostlist(others);
  return text;
}

plan::Topology resolve_topology(const spec::Topology& topology, plan::Text name, const std::vector<Candidate>& sets,
                                const Known& known, Diagnostics& diagnostics) {
  plan::Topology resolved;
  resolved.name = std::move(name);
  resolved.type = topology.type.tracked();
  const bool labels = topology.from_node_label.given;
  if (labels) {
    resolved.from_node_label = topology.from_node_label.tracked();
    resolved.labelled = unlisted(topology, sets, known);
  }
  if (*resolved.type == "tree") {
    resolved.switches = Tree(topology.switches, known, diagnostics)();
    return resolved;
  }
  for (const spec::Block& block : topology.blocks)
    resolved.blocks.push_back({block.name.tracked(), nodes_of(block, known, diagnostics)});
  if (topology.blocks.empty() && !labels)
    for (const auto& [set, why] : sets) {
      const auto text = [&](const plan::Text& value) { return plan::Text{*value, value.origin | why}; };
      if (!set->hostlist.value.empty()) resolved.blocks.push_back({text(set->name), text(set->hostlist)});
    }
  for (const spec::Int& size : topology.block_sizes) resolved.block_sizes.push_back(size.tracked());
  if (topology.block_sizes.empty() && !labels) resolved.block_sizes = equal_size(resolved.blocks, resolved.type);
  return resolved;
}

}  // namespace

std::vector<plan::Topology> resolve_topologies(const spec::ClusterSpec& spec, const plan::Plan& plan,
                                               Diagnostics& diagnostics) {
  std::vector<plan::Topology> topologies;
  const auto own =
      std::ranges::find_if(spec.partitions, [](const auto& partition) { return partition.topology.has_value(); });
  if (!spec.topology && own == spec.partitions.end()) return topologies;
  const Known known = known_nodes(plan);
  std::vector<Candidate> all;
  for (const plan::NodeSet& set : plan.node_sets) all.push_back({&set, {}});
  if (spec.topology) {
    const plan::Text name{plan::cluster_topology, spec.topology->type.origin};
    topologies.push_back(resolve_topology(*spec.topology, name, all, known, diagnostics));
  } else {
    // Without a default, the other partitions would use the first topology of the file.
    const Origin& why = own->topology->type.origin;
    plan::Topology& flat = topologies.emplace_back();
    flat.name = {plan::cluster_topology, why};
    flat.type = {"flat", why};
  }
  for (const spec::Partition& partition : spec.partitions) {
    if (!partition.topology) continue;
    std::vector<Candidate> sets;
    for (const spec::Text& name : partition.node_sets)
      if (const auto set = known.sets.find(*name); set != known.sets.end()) sets.push_back({set->second, name.origin});
    plan::Text name = partition.name.tracked();
    name.origin |= partition.topology->type.origin;
    topologies.push_back(resolve_topology(*partition.topology, std::move(name), sets, known, diagnostics));
  }
  return topologies;
}

}  // namespace skiff
