#include "sidecar/topology.h"

#include <gtest/gtest.h>

#include "sidecar/testing/nodes.h"

namespace skiff::sidecar {
namespace {

using Labels = std::map<std::string, std::string>;

const Topology settings{"default", "example.com/rack", {"a", "b"}, {"g-0", "g-1"}};
const Labels labels = {{"k0", "a"}, {"k1", "b"}, {"k2", "c"}};

Pod pod(const std::string& name, const std::string& machine, bool leaving = false) {
  Pod made;
  made.name = name;
  made.machine = machine;
  made.leaving = leaving;
  return made;
}

/// A node with this state and this place in slurmctld.
std::string node(const std::string& name, const std::string& state, const std::string& topology = "") {
  std::string line = shown(name, state);
  if (!topology.empty()) line.insert(line.size() - 1, " Topology=" + topology);
  return line;
}

std::string text_of(const TopologyPlan& plan) {
  std::string text;
  for (const Place& place : plan.places) text += (text.empty() ? "" : "; ") + place.node + "=" + place.topology;
  return text;
}

struct Case {
  const char* name;
  std::string nodes;
  std::vector<Pod> pods;
  std::string does;
};

TEST(DecideTopology, PlacesEachNodeByTheLabelOfItsKubernetesNode) {
  const std::string idle = "IDLE+CLOUD";
  const Case cases[] = {
      {"no place yet", node("g-0", idle), {pod("g-0", "k0")}, "g-0=default:a"},
      {"in the right place", node("g-0", idle, "default:a"), {pod("g-0", "k0")}, ""},
      {"its pod has moved, or the label has changed",
       node("g-0", idle, "default:a"),
       {pod("g-0", "k1")},
       "g-0=default:b"},
      {"the label has changed while a job runs",
       node("g-0", "ALLOCATED+CLOUD", "default:a"),
       {pod("g-0", "k1")},
       "g-0=default:b"},
      {"drained", node("g-0", "IDLE+CLOUD+DRAIN"), {pod("g-0", "k1")}, "g-0=default:b"},
      {"in another topology", node("g-0", idle, "old:a"), {pod("g-0", "k0")}, "g-0=default:a"},
      {"its Kubernetes node has no label", node("g-0", idle, "default:a"), {pod("g-0", "k9")}, "g-0="},
      {"its Kubernetes node has no label, and it has no place", node("g-0", idle), {pod("g-0", "k9")}, ""},
      {"an unlisted value", node("g-0", idle, "default:a"), {pod("g-0", "k2")}, "g-0="},
      {"no pod", node("g-0", "DOWN+CLOUD", "default:a"), {}, ""},
      {"its pod is not scheduled yet", node("g-0", "DOWN+CLOUD", "default:a"), {pod("g-0", "")}, ""},
      {"its pod is leaving", node("g-0", idle, "default:a"), {pod("g-0", "k1", true)}, ""},
      {"placed by the file, such as a node of an elastic set", node("e-0", idle), {pod("e-0", "k0")}, ""},
      {"placed by an administrator", node("e-0", idle, "default:b"), {pod("e-0", "k0")}, ""},
      {"two nodes",
       node("g-0", idle) + node("g-1", idle),
       {pod("g-1", "k1"), pod("g-0", "k0"), pod("x-0", "k0")},
       "g-0=default:a; g-1=default:b"},
  };
  for (const Case& each : cases) {
    const auto plan = decide_topology(parse_nodes(each.nodes), each.pods, labels, settings, {});
    EXPECT_EQ(text_of(plan), each.does) << each.name;
  }
}

TEST(DecideTopology, LogsOnceWhyANodeHasNoPlace) {
  const auto nodes = parse_nodes(node("g-0", "IDLE"));
  const auto first = decide_topology(nodes, {pod("g-0", "k2")}, labels, settings, {});
  const std::string why = "the label example.com/rack of its Kubernetes node k2 is \"c\", which the spec does not list";
  EXPECT_EQ(first.log_lines, (std::vector<std::string>{"g-0: in no block or switch, because " + why}));
  const auto second = decide_topology(nodes, {pod("g-0", "k2")}, labels, settings, first.logged);
  EXPECT_TRUE(second.log_lines.empty());
  EXPECT_EQ(second.logged, first.logged);
  const auto moved = decide_topology(nodes, {pod("g-0", "k9")}, labels, settings, second.logged);
  EXPECT_EQ(moved.log_lines, (std::vector<std::string>{"g-0: in no block or switch, because its Kubernetes node k9 has "
                                                       "no label example.com/rack"}));
  const auto placed = decide_topology(nodes, {pod("g-0", "k1")}, labels, settings, moved.logged);
  EXPECT_EQ(placed.log_lines, (std::vector<std::string>{"g-0: in b, as k1"}));
  EXPECT_TRUE(placed.logged.empty());
}

}  // namespace
}  // namespace skiff::sidecar
