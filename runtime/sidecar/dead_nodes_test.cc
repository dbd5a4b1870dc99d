#include "sidecar/dead_nodes.h"

#include <gtest/gtest.h>

#include "sidecar/testing/nodes.h"

namespace skiff::sidecar {
namespace {

Pod pod_on(const std::string& name, const std::string& machine) {
  Pod pod;
  pod.name = name;
  pod.uid = "u-" + name;
  pod.machine = machine;
  return pod;
}

struct DeadNodesTest : testing::Test {
  DeadNodes settings{.after = 600, .at_most = 2};
  std::vector<Pod> pods = {pod_on("a-0", "m0"), pod_on("a-1", "m0"), pod_on("a-2", "m1"), pod_on("a-3", "m2"),
                           pod_on("a-4", "")};
  std::vector<Node> nodes =
      parse_nodes(shown("a-0", "DOWN*+CLOUD") + shown("a-1", "DOWN+CLOUD+DRAIN+NOT_RESPONDING") +
                  shown("a-2", "IDLE*+CLOUD") + shown("a-3", "DOWN+CLOUD") + shown("a-4", "DOWN*+CLOUD"));
  DeadNodeMap memory;
  std::vector<std::string> said;

  /// The names of the deleted pods.
  std::string decided(const std::vector<std::string>& unreachable, std::int64_t now) {
    auto plan = decide_dead_nodes(nodes, pods, unreachable, settings, memory, now);
    memory = std::move(plan.dead);
    said = std::move(plan.log_lines);
    std::string names;
    for (const Delete& one : plan.deletes) names += one.node + " " + one.uid + " ";
    return names;
  }
};

TEST_F(DeadNodesTest, OnlyKubernetesNodesOfLostSlurmNodesAreSuspects) {
  // a-2 may answer again, a-3 is down although it answers, and a-4 has no Kubernetes node yet.
  EXPECT_EQ(suspects(nodes, pods), std::vector<std::string>{"m0"});
}

TEST_F(DeadNodesTest, PodsAreDeletedOnceTheTimeIsOver) {
  EXPECT_EQ(decided({"m0"}, 1000), "");
  EXPECT_EQ(said,
            std::vector<std::string>{"m0: unreachable, and Slurm has lost the nodes on it: a-0,a-1; deleting their "
                                     "pods if this lasts 600 s"});
  EXPECT_EQ(decided({"m0"}, 1599), "");
  EXPECT_TRUE(said.empty());
  EXPECT_EQ(decided({"m0"}, 1600), "a-0 u-a-0 a-1 u-a-1 ");
  EXPECT_EQ(said, std::vector<std::string>{"m0: deleting the pods of a failed Kubernetes node: a-0,a-1"});
  // The request failed: it is repeated, and not logged again.
  EXPECT_EQ(decided({"m0"}, 1615), "a-0 u-a-0 a-1 u-a-1 ");
  EXPECT_TRUE(said.empty());
  pods.clear();
  EXPECT_EQ(decided({}, 1630), "");
  EXPECT_TRUE(said.empty());
}

TEST_F(DeadNodesTest, ANodeThatComesBackStartsAgain) {
  decided({"m0"}, 1000);
  EXPECT_EQ(decided({}, 1500), "");
  EXPECT_EQ(said, std::vector<std::string>{"m0: no longer lost"});
  EXPECT_EQ(decided({"m0"}, 1700), "");
  EXPECT_EQ(decided({"m0"}, 2200), "");
  EXPECT_NE(decided({"m0"}, 2300), "");
}

TEST_F(DeadNodesTest, AnOutageOfManyNodesDeletesNothing) {
  nodes = parse_nodes(shown("a-0", "DOWN*") + shown("a-2", "DOWN*") + shown("a-3", "DOWN*"));
  decided({"m0", "m1"}, 1000);
  EXPECT_EQ(decided({"m0", "m1", "m2"}, 2000), "");
  EXPECT_EQ(said.back(), "3 Kubernetes nodes are unreachable, and atMost is 2: no pods are deleted");
  EXPECT_EQ(decided({"m0", "m1", "m2"}, 2015), "");
  EXPECT_TRUE(said.empty());
  // One returns. The others have been lost for long enough.
  EXPECT_EQ(decided({"m0", "m1"}, 2030), "a-0 u-a-0 a-2 u-a-2 ");
}

}  // namespace
}  // namespace skiff::sidecar
