#include <gtest/gtest.h>

#include "testing/plan.h"

namespace skiff {
namespace {

using testing::cluster_spec;
using testing::cpu_nodes;
using testing::findings_of;

std::string told(const std::string& topology) {
  return findings_of(cluster_spec(std::string(cpu_nodes) + "  topology: " + topology + "\n"));
}

/// A switch above another one, and so on, above all nodes.
std::string chain(int levels) {
  std::string text = "{type: tree, switches: [{name: s0, nodeSets: [cpu]}";
  for (int level = 1; level < levels; ++level)
    text += ", {name: s" + std::to_string(level) + ", switches: s" + std::to_string(level - 1) + "}";
  return text + "]}";
}

TEST(SwitchTree, HasAtMostTwentyLevels) {
  EXPECT_EQ(told(chain(1)), "");
  EXPECT_EQ(told(chain(20)), "");
  EXPECT_EQ(told(chain(21)),
            "spec.topology.switches[0].name: is below more than 19 other switches: a tree may have at most 20 levels "
            "[SKF357]\n");
  EXPECT_NE(told(chain(2000)), "");
}

TEST(SwitchTree, HasNoSwitchBelowItself) {
  EXPECT_EQ(told("{type: tree, switches: [{name: a, nodeSets: [cpu]}, {name: b, switches: b}]}"),
            "spec.topology.switches[1].name: is below itself: the switches must form a tree [SKF357]\n");
  EXPECT_EQ(told("{type: tree, switches: [{name: a, nodeSets: [cpu]}, {name: b, switches: \"a,a\"}]}"),
            "spec.topology.switches[1].switches: \"a\" is already below \"b\" [SKF357]\n");
}

TEST(TopologyNodes, AreThereOnce) {
  EXPECT_EQ(told("{type: block}"), "");
  EXPECT_EQ(
      told("{type: block, blocks: [{name: a, nodeSets: [cpu], nodes: cpu-0}]}"),
      "spec.topology.blocks[0].nodes: cpu-0 already belongs to block \"a\": every node must be there exactly once "
      "[SKF355]\n");
}

/// The same for Slurm 26.05, with labels that decide the places of nodes.
std::string told_by_label(const std::string& fields) {
  return findings_of(cluster_spec("  target: {slurm: \"26.05\"}\n" + std::string(cpu_nodes) +
                                  "  topology: {fromNodeLabel: " + fields + "}\n"));
}

TEST(TopologyLabels, DecideThePlacesOfNodesThatNoUnitLists) {
  EXPECT_EQ(told_by_label("rack, type: block, blockSizes: [4], blocks: [{name: a}, {name: b}]"), "");
  EXPECT_EQ(told_by_label("rack, type: block, blockSizes: [4], blocks: [{name: a, nodes: cpu-0}]"), "");
  EXPECT_EQ(told_by_label("rack, type: tree, switches: [{name: a}, {name: b}, {name: top, switches: \"a,b\"}]"), "");
}

// The API server lists nodes only by such a key: validation.IsQualifiedName() of Kubernetes.
TEST(TopologyLabels, AreLabelsOfKubernetes) {
  const auto with = [](const std::string& label) {
    return told_by_label('"' + label + "\", type: block, blockSizes: [4], blocks: [{name: a}]");
  };
  for (const std::string& good : {std::string("a"), std::string("x.y-z/A_b.c"), std::string(63, 'a')})
    EXPECT_EQ(with(good), "") << good;
  for (const std::string& bad :
       {std::string("a-"), std::string("x/"), std::string("/a"), std::string("X/a"), std::string("x..y/a"),
        std::string("-x/a"), std::string("a b"), std::string("a/b/c"), std::string(64, 'a')})
    EXPECT_NE(with(bad), "") << bad;
}

}  // namespace
}  // namespace skiff
