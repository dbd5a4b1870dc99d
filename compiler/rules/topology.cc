#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "plan/owned.h"
#include "rules/rules.h"
#include "text/ascii.h"
#include "text/host_index.h"

namespace skiff {
namespace {

constexpr Version block_sizes{24, 5};   ///< first with BlockSizes in topology.conf; 23.11 has BlockLevels
constexpr Version small_blocks{25, 5};  ///< from here on, a block may have fewer nodes than the smallest size

/// A topology of the spec, with its resolved form and the node sets that it must contain.
struct Given {
  const spec::Topology& spec;
  const plan::Topology& plan;
  const spec::Partition* partition;  ///< nullptr: the topology of the cluster
};

std::vector<Given> given_topologies(const plan::Plan& plan, const spec::Cluster& cluster) {
  std::vector<Given> all;
  if (plan.topologies.empty()) return all;
  if (cluster.spec.topology) all.push_back({*cluster.spec.topology, plan.topologies.front(), nullptr});
  std::size_t next = 1;
  for (const spec::Partition& partition : cluster.spec.partitions)
    if (partition.topology) all.push_back({*partition.topology, plan.topologies.at(next++), &partition});
  return all;
}

/// Labels of Kubernetes nodes decide the places of the nodes that the topology does not list.
bool by_label(const spec::Topology& topology) { return topology.from_node_label.given; }

bool is_tree(const spec::Topology& topology) { return *topology.type == "tree"; }

std::string unit_name(const spec::Topology& topology) { return is_tree(topology) ? "switch" : "block"; }

/// Calls `f(place, name, hosts)` for every host list of the topology, in the order of the spec: for a node set with its
/// name in the spec as place, for `nodes` with that field.
void each_list(const Given& given, const plan::Plan& plan, const auto& f) {
  const auto lists = [&](const auto& unit) {
    for (const spec::Text& name : unit.node_sets) {
      const auto set = std::ranges::find_if(plan.node_sets, [&](const auto& other) { return *other.name == *name; });
      if (const auto hosts = parse_hostlist(*set->hostlist)) f(name, *unit.name, *hosts);
    }
    if (!unit.nodes) return;
    if (const auto hosts = parse_hostlist(*unit.nodes)) f(unit.nodes, *unit.name, *hosts);
  };
  if (is_tree(given.spec))
    std::ranges::for_each(given.spec.switches, lists);
  else
    std::ranges::for_each(given.spec.blocks, lists);
}

/// The node sets that the topology must contain.
std::vector<const plan::NodeSet*> wanted_sets(const Given& given, const plan::Plan& plan) {
  std::vector<const plan::NodeSet*> sets;
  for (const plan::NodeSet& set : plan.node_sets) {
    const auto named = [&](const spec::Text& name) { return *name == *set.name; };
    if (!given.partition || std::ranges::any_of(given.partition->node_sets, named)) sets.push_back(&set);
  }
  return sets;
}

std::string nodes_text(std::uint64_t count) { return std::to_string(count) + (count == 1 ? " node" : " nodes"); }

void check_unit(const auto& unit, const char* others, Diagnostics& found) {
  if (!unit.nodes && unit.node_sets.empty())
    require(found, "SKF354", unit, "nodeSets", std::string("must have nodeSets") + others);
}

// validation.IsValidLabelValue() of Kubernetes.
void check_value(const spec::Text& name, Diagnostics& found) {
  if (!is_alnum(name->back()))
    refuse(found, "SKF354", name, "must end with a letter or digit, because no value of a label ends otherwise");
}

void check_names(const auto& units, const std::string& kind, Diagnostics& found) {
  std::map<std::string_view, const spec::Text*> first;
  for (const auto& unit : units) {
    const auto [at, added] = first.emplace(*unit.name, &unit.name);
    if (!added)
      duplicate(found, "SKF301", unit.name, "another " + kind + " has this name; slurmctld would exit at startup",
                at->second->span, "the first one is here");
  }
}

// strtoul() in hostlist.c changes a longer number, so the name in `Switches=` would be another one.
constexpr std::size_t most_digits = 19;

std::size_t digits_at_end(std::string_view name) { return name.size() - (name.find_last_not_of("0123456789") + 1); }

/// The switches that are below another one, checked against each other.
class TreeCheck {
 public:
  TreeCheck(const Given& given, Diagnostics& found) : given_(given), found_(found) {}

  void operator()() {
    for (const spec::Switch& unit : given_.spec.switches) {
      index_.emplace(*unit.name, &unit);
      if (digits_at_end(*unit.name) > most_digits)
        refuse(found_, "SKF357", unit.name,
               "may end in at most " + std::to_string(most_digits) + " digits; slurmctld would not find the switch");
    }
    for (const spec::Switch& unit : given_.spec.switches) parents(unit);
    for (const plan::Switch& root : given_.plan.switches) reach(root, 1);
    for (const spec::Switch& unit : given_.spec.switches) {
      if (reached_.contains(*unit.name)) continue;
      refuse(found_, "SKF357", unit.name,
             too_deep_ ? "is below more than " + std::to_string(plan::most_levels - 1) +
                             " other switches: a tree may have at most " + std::to_string(plan::most_levels) + " levels"
                       : "is below itself: the switches must form a tree");
      return;
    }
    forest();
  }

 private:
  void parents(const spec::Switch& parent) {
    const std::optional<Hostlist> names = parent.switches ? parse_hostlist(*parent.switches) : std::nullopt;
    if (!names) return;
    HostReader reader(*names);
    for (std::string name; reader.next(name);) {
      if (!index_.contains(name)) return;  // resolve has reported it
      const auto [at, added] = above_.emplace(name, &parent);
      if (added) continue;
      duplicate(found_, "SKF357", parent.switches, '"' + name + "\" is already below \"" + *at->second->name + '"',
                at->second->switches.span, "its first place is here");
      return;
    }
  }

  void reach(const plan::Switch& unit, int level) {
    reached_.insert(*unit.name);
    too_deep_ = too_deep_ || (level == plan::most_levels && unit.children && unit.switches.empty());
    for (const plan::Switch& below : unit.switches) reach(below, level + 1);
  }

  // slurmctld warns: "no switch can reach all nodes through its descendants".
  void forest() {
    const auto& roots = given_.plan.switches;
    if (roots.size() < 2) return;
    const spec::Switch& second = *index_.find(*roots[1].name)->second;
    refuse(found_, "SKF357", second.name,
           "no switch is above both this one and \"" + *roots[0].name +
               "\", so no job gets nodes below both: add a switch above them if they are connected");
    found_.back().severity = Severity::warning;
  }

  const Given& given_;
  Diagnostics& found_;
  std::map<std::string_view, const spec::Switch*> index_;
  std::map<std::string, const spec::Switch*> above_;
  std::set<std::string_view> reached_;
  bool too_deep_ = false;
};

}  // namespace

void rule_topology_fields(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  for (const Given& given : given_topologies(plan, cluster)) {
    const spec::Topology& topology = given.spec;
    if (is_tree(topology)) {
      if (!topology.blocks.empty())
        forbid(found, "SKF354", topology.blocks.front(), "a tree has no blocks: set switches");
      if (!topology.block_sizes.empty())
        forbid(found, "SKF354", topology.block_sizes.front(), "a tree has no block sizes");
      if (topology.switches.empty()) require(found, "SKF354", topology, "switches", "a tree has switches");
      for (const spec::Switch& unit : topology.switches) {
        if (!unit.switches && by_label(topology))
          check_value(unit.name, found);
        else if (!unit.switches)
          check_unit(unit, ", nodes or switches", found);
        else if (unit.nodes || !unit.node_sets.empty())
          forbid(found, "SKF354", unit.switches, "a switch has either nodes or other switches below it");
      }
    } else {
      if (!topology.switches.empty())
        forbid(found, "SKF354", topology.switches.front(), "a topology of blocks has no switches: set blocks");
      if (topology.blocks.empty() && by_label(topology))
        require(found, "SKF354", topology, "blocks", "must name the blocks, which are the values of the label");
      for (const spec::Block& unit : topology.blocks)
        by_label(topology) ? check_value(unit.name, found) : check_unit(unit, " or nodes", found);
    }
    check_names(topology.switches, "switch", found);
    check_names(topology.blocks, "block", found);
  }
}

void rule_topology_nodes(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  for (const Given& given : given_topologies(plan, cluster)) {
    if (is_tree(given.spec) ? given.spec.switches.empty() : given.spec.blocks.empty()) continue;
    struct Place {
      Span span;
      std::string unit;
    };
    std::vector<Place> places;
    HostIndex seen;
    each_list(given, plan, [&](const spec::Text& field, const std::string& unit, const Hostlist& hosts) {
      places.push_back({field.span, unit});
      bool told = false;
      for (const HostRun& run : hosts) {
        if (seen.add(run, places.size() - 1) || told) continue;
        told = true;
        const auto [part, place] = seen.known(run).front();
        const Place& first = places[place];
        duplicate(found, "SKF355", field,
                  print_hostlist({part}) + " already belongs to " + unit_name(given.spec) + " \"" + first.unit +
                      "\": every node must be there exactly once",
                  first.span, "its first place is here");
      }
    });
    Hostlist absent;
    for (const plan::NodeSet* set : wanted_sets(given, plan)) {
      // A label decides the places of the other sets.
      if (by_label(given.spec) && !plan::elastic(*set)) continue;
      const std::optional<Hostlist> hosts = parse_hostlist(*set->hostlist);
      if (!hosts) continue;
      for (const HostRun& run : *hosts)
        for (HostRun& part : seen.absent(run)) absent.push_back(std::move(part));
    }
    if (absent.empty()) continue;
    const char* field = is_tree(given.spec) ? "switches" : "blocks";
    if (by_label(given.spec)) {
      require(found, "SKF355", given.spec, field,
              "must contain every node of the elastic sets, because a node without a pod has no Kubernetes node whose "
              "label could decide its place; missing: " +
                  print_hostlist(absent));
      continue;
    }
    require(found, "SKF355", given.spec, field,
            "must contain every node of the " + std::string(given.partition ? "partition" : "cluster") +
                ", or no job of several nodes runs there; missing: " + print_hostlist(absent));
  }
}

// block_record.c: each size must be the first one times a power of two, at most 2 to the 15th.
void rule_block_sizes(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  const Version slurm = *plan.target.slurm;
  for (const Given& given : given_topologies(plan, cluster)) {
    if (is_tree(given.spec)) continue;
    if (given.plan.block_sizes.empty() && by_label(given.spec)) {
      require(found, "SKF356", given.spec, "blockSizes",
              "must say how many nodes a base block has, because labels decide the nodes of the blocks");
      continue;
    }
    if (given.plan.block_sizes.empty()) {
      std::string counts;
      std::set<std::uint64_t> seen;
      for (const plan::Block& block : given.plan.blocks)
        if (seen.insert(plan::node_count(block)).second)
          counts += (counts.empty() ? "" : ", ") + *block.name + " has " + std::to_string(plan::node_count(block));
      require(found, "SKF356", given.spec, "blockSizes",
              "must say how many nodes a base block has, because the blocks differ: " + counts);
      continue;
    }
    const std::int64_t base = *given.plan.block_sizes.front();
    for (const spec::Int& size : given.spec.block_sizes) {
      const std::uint64_t times = static_cast<std::uint64_t>(*size / base);
      if (*size % base != 0 || !std::has_single_bit(times) || times > (1U << 15U))
        refuse(found, "SKF356", size,
               "must be the first size, " + std::to_string(base) + ", times a power of two of at most 32768");
    }
    if (by_label(given.spec)) continue;
    for (std::size_t i = 0; i < given.plan.blocks.size(); ++i) {
      const std::uint64_t count = plan::node_count(given.plan.blocks[i]);
      if (count >= static_cast<std::uint64_t>(base)) continue;
      const std::string text = "block \"" + *given.plan.blocks[i].name + "\" has " + nodes_text(count) +
                               ", fewer than a base block of " + std::to_string(base);
      const spec::Int& first = given.spec.block_sizes.front();
      if (slurm < small_blocks) {
        refuse(found, "SKF356", first, text + "; slurmctld would exit at startup");
      } else {
        const auto least = static_cast<std::int64_t>(count) + 1;
        refuse(found, "SKF356", first,
               text + ", so no job of " + (least < base ? std::to_string(least) + " to " : "") + std::to_string(base) +
                   " nodes runs there");
        found.back().severity = Severity::warning;
      }
    }
  }
}

void rule_switch_tree(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  for (const Given& given : given_topologies(plan, cluster))
    if (is_tree(given.spec)) TreeCheck(given, found)();
}

// All pods of a node set come from one template, so Kubernetes may start each of them on any node that fits.
void rule_topology_split(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  for (const Given& given : given_topologies(plan, cluster)) {
    HostIndex seen;
    std::vector<std::pair<const spec::Text*, std::string>> places;
    each_list(given, plan, [&](const spec::Text& field, const std::string& unit, const Hostlist& hosts) {
      places.emplace_back(&field, unit);
      for (const HostRun& run : hosts) seen.add(run, places.size() - 1);
    });
    const std::string kind = unit_name(given.spec);
    for (const plan::NodeSet& set : plan.node_sets) {
      const auto hosts = parse_hostlist(*set.hostlist);
      std::vector<std::pair<HostRun, std::size_t>> parts;
      for (const HostRun& run : hosts.value_or(Hostlist{}))
        for (auto& part : seen.known(run)) parts.push_back(std::move(part));
      const auto other = std::ranges::find_if(
          parts, [&](const auto& part) { return places[part.second].second != places[parts.front().second].second; });
      if (other == parts.end()) continue;
      const auto& [first, unit] = places[parts.front().second];
      const spec::Text& field = *places[other->second].first;
      found.push_back({.rule = "SKF358",
                       .severity = Severity::warning,
                       .problem = Problem::invalid,
                       .span = field.span,
                       .value = printed(field),
                       .message = "other nodes of node set " + *set.name + " are in " + kind + " \"" + unit +
                                  "\", but Kubernetes may start any pod of the set in either: give each " + kind +
                                  " a node set of its own, with a nodeSelector",
                       .notes = {{first->span, "the other nodes are here"}}});
    }
  }
}

void rule_topology_release(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  const Version slurm = *plan.target.slurm;
  for (const Given& given : given_topologies(plan, cluster)) {
    if (given.partition && slurm < plan::topology_yaml)
      forbid(found, "SKF359", given.spec,
             "topologies of partitions need Slurm 25.05 or newer; the target is " + to_string(slurm));
    else if (by_label(given.spec) && slurm < plan::topology_yaml)
      refuse(found, "SKF359", given.spec.from_node_label,
             "labels can decide the places of nodes from Slurm 25.05 on; the target is " + to_string(slurm) +
                 ": give each " + unit_name(given.spec) + " a node set of its own, with a nodeSelector");
    else if (!is_tree(given.spec) && slurm < block_sizes)
      refuse(found, "SKF359", given.spec.type,
             "blocks need Slurm 24.05 or newer; the target is " + to_string(slurm) + ": use a tree");
  }
}

// In 26.05, the place that a node gets at run time takes it out of all other topologies (topology_g_add_rm_node(),
// interfaces/topology.c). The sidecar keeps one place for each node.
void rule_topology_labels(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  const std::vector<Given> topologies = given_topologies(plan, cluster);
  const auto first = std::ranges::find_if(topologies, [](const Given& given) { return by_label(given.spec); });
  if (first == topologies.end()) return;
  const spec::Text& label = first->spec.from_node_label;
  if (!first->plan.labelled) {
    refuse(found, "SKF382", label, "has no effect, because the topology lists all of its nodes");
    found.back().severity = Severity::warning;
    return;
  }
  HostIndex labelled;
  for (const HostRun& run : parse_hostlist(**first->plan.labelled).value_or(Hostlist{})) labelled.add(run);
  for (const Given& other : topologies) {
    if (&other == &*first) continue;
    if (by_label(other.spec)) {
      found.push_back({.rule = "SKF382",
                       .problem = Problem::forbidden,
                       .span = other.spec.from_node_label.span,
                       .message = "labels can decide the places of nodes in one topology only",
                       .notes = {{label.span, "the first one is here"}}});
      continue;
    }
    Hostlist both;
    for (const plan::NodeSet* set : wanted_sets(other, plan))
      for (const HostRun& run : parse_hostlist(*set->hostlist).value_or(Hostlist{}))
        for (auto& [part, place] : labelled.known(run)) both.push_back(std::move(part));
    if (both.empty()) continue;
    found.push_back({.rule = "SKF382",
                     .problem = Problem::invalid,
                     .span = label.span,
                     .value = printed(label),
                     .message = print_hostlist(both) +
                                " would leave the other topology, because a node whose place follows from a label has "
                                "no other place: list these nodes here, or remove one of the two topologies",
                     .notes = {{other.spec.span, "the other topology is here"}}});
  }
}

// TopologyPlugin has no effect beside topology.yaml, and would contradict it. Topology= of a node replaces its place.
void rule_topology_parameters(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  const std::vector<Given> topologies = given_topologies(plan, cluster);
  if (topologies.empty()) return;
  const auto decided = [&](const spec::Settings& settings, std::string_view key) {
    for (const auto& [name, setting] : settings) {
      if (!same_key(*name, key)) continue;
      found.push_back(
          {.rule = "SKF360",
           .problem = Problem::forbidden,
           .span = name.span,
           .message = std::string(topologies.front().partition ? "the topology of a partition" : "spec.topology") +
                      " decides this parameter: remove one of the two",
           .notes = {{topologies.front().spec.span, "the topology is here"}}});
    }
  };
  decided(cluster.spec.slurm.config, "TopologyPlugin");
  for (const spec::NodeSet& set : cluster.spec.node_sets) decided(set.config, "Topology");
  for (const spec::Partition& partition : cluster.spec.partitions) decided(partition.config, "Topology");
}

}  // namespace skiff
