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

}  // namespace
}  // namespace skiff
