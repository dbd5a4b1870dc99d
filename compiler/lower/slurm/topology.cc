#include "lower/slurm/topology.h"

#include <string>
#include <utility>
#include <vector>

#include "text/yaml_scalar.h"

namespace skiff {
namespace {

/// The switches, each one before those below it.
void flatten(const std::vector<plan::Switch>& switches, std::vector<const plan::Switch*>& all) {
  for (const plan::Switch& unit : switches) {
    all.push_back(&unit);
    flatten(unit.switches, all);
  }
}

std::vector<const plan::Switch*> all_switches(const plan::Topology& topology) {
  std::vector<const plan::Switch*> all;
  flatten(topology.switches, all);
  return all;
}

/// Writes the entries of topology.yaml (topology.yaml(5)). Names and host lists are quoted only if YAML would read them
/// as something else.
class Yaml {
 public:
  explicit Yaml(OutputFile& file) : file_(file) {}

  void operator()(const plan::Topology& topology, bool first) {
    const Origin& why = topology.name.origin;
    text("- topology", topology.name, why);
    file_.line(std::string("  cluster_default: ") + (first ? "true" : "false"), why);
    const Origin type = why | topology.type.origin;
    if (*topology.type == "block") {
      file_.line("  block:", type);
      blocks(topology, type);
    } else if (*topology.type == "tree") {
      file_.line("  tree:", type);
      file_.line("    switches:", type);
      for (const plan::Switch* unit : all_switches(topology)) {
        text("      - switch", unit->name, type);
        if (unit->children) text("        children", *unit->children, type);
        if (unit->nodes) text("        nodes", *unit->nodes, type);
      }
    } else {
      file_.line("  flat: true", type);
    }
  }

 private:
  void blocks(const plan::Topology& topology, const Origin& why) {
    file_.line("    block_sizes:", why);
    for (const plan::Int& size : topology.block_sizes)
      file_.line("      - " + std::to_string(*size), size.origin | why);
    file_.line("    blocks:", why);
    for (const plan::Block& block : topology.blocks) {
      text("      - block", block.name, why);
      if (!block.nodes.value.empty()) text("        nodes", block.nodes, why);
    }
  }

  void text(const char* key, const plan::Text& value, const Origin& why) {
    file_.line(key + (": " + yaml_scalar(*value)), value.origin | why);
  }

  OutputFile& file_;
};

}  // namespace

std::optional<Conf> topology_conf(const plan::Plan& plan) {
  if (plan.topologies.empty() || *plan.target.slurm >= plan::topology_yaml) return std::nullopt;
  const plan::Topology& topology = plan.topologies.front();
  Conf conf{.name = "topology.conf", .path = "slurm/topology.conf"};
  conf.why = topology.type.origin | plan.target.slurm.origin;
  for (const plan::Switch* unit : all_switches(topology)) {
    ConfLine line{{{"SwitchName", *unit->name, unit->name.origin}}};
    if (unit->nodes) line.parameters.push_back({"Nodes", **unit->nodes, unit->nodes->origin});
    if (unit->children) line.parameters.push_back({"Switches", **unit->children, unit->children->origin});
    conf.lines.push_back(std::move(line));
  }
  for (const plan::Block& block : topology.blocks)
    conf.lines.push_back({{{"BlockName", *block.name, block.name.origin | topology.type.origin},
                           {"Nodes", *block.nodes, block.nodes.origin}}});
  plan::Texts sizes;
  for (const plan::Int& size : topology.block_sizes) sizes.push_back({std::to_string(*size), size.origin});
  if (!sizes.empty()) conf.add("BlockSizes", plan::joined(sizes));
  return conf;
}

std::optional<OutputFile> topology_yaml(const plan::Plan& plan) {
  if (plan.topologies.empty() || *plan.target.slurm < plan::topology_yaml) return std::nullopt;
  OutputFile file{"slurm/topology.yaml", {}, {}};
  const Origin why = plan.topologies.front().type.origin | plan.target.slurm.origin;
  file.line("# The network topology. Made by skiff from the spec: edit the spec, not this file.", why);
  Yaml write(file);
  for (const plan::Topology& topology : plan.topologies) write(topology, &topology == &plan.topologies.front());
  return file;
}

}  // namespace skiff
