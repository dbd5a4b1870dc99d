#include "plan/topology.h"

#include <algorithm>

#include "text/hostlist.h"

namespace skiff::plan {
namespace {

void add_leaves(const std::vector<Switch>& switches, Texts& names) {
  for (const Switch& unit : switches) {
    if (!unit.children) names.push_back(unit.name);
    add_leaves(unit.switches, names);
  }
}

}  // namespace

std::uint64_t node_count(const Block& block) {
  if (block.nodes.value.empty()) return 0;
  const std::optional<Hostlist> hosts = parse_hostlist(*block.nodes);
  return hosts ? host_count(*hosts) : 0;
}

Texts unit_names(const Topology& topology) {
  Texts names;
  for (const Block& block : topology.blocks) names.push_back(block.name);
  add_leaves(topology.switches, names);
  return names;
}

const Topology* labelled_topology(const std::vector<Topology>& topologies) {
  const auto found = std::ranges::find_if(topologies, [](const Topology& each) { return each.labelled.has_value(); });
  return found == topologies.end() ? nullptr : &*found;
}

}  // namespace skiff::plan
