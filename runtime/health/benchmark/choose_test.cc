#include "benchmark/choose.h"

#include <gtest/gtest.h>

namespace skiff::benchmark {
namespace {

NodeState node(const std::string& name, const std::string& state) { return {name, {state, "", 0, ""}}; }

bool tested(const std::string& state, const Settings& settings = {}) {
  return may_be_tested(node("n0", state), settings);
}

TEST(Choose, TestsOnlyIdleNodesByDefault) {
  EXPECT_TRUE(tested("IDLE"));
  EXPECT_TRUE(tested("IDLE+CLOUD"));
  EXPECT_TRUE(tested("IDLE+PLANNED"));
  for (const char* state :
       {"MIXED", "ALLOCATED+CLOUD", "IDLE+DRAIN", "DRAINED", "IDLE*", "DOWN*+CLOUD", "IDLE+CLOUD+POWERED_DOWN", "DOWN",
        "IDLE+CLOUD+POWERING_UP", "IDLE+REBOOT_REQUESTED", "IDLE+RESERVED", "IDLE+MAINTENANCE", "UNKNOWN", "FUTURE", "",
        "IDLE+FAIL", "IDLE+INVALID_REG", "IDLE+NOT_RESPONDING"})
    EXPECT_FALSE(tested(state)) << state;
}

TEST(Choose, TestsOtherStatesAndReservedNodesIfConfigured) {
  Settings settings;
  settings.states = {"idle", "mixed", "allocated"};
  EXPECT_TRUE(tested("MIXED+CLOUD", settings));
  EXPECT_TRUE(tested("ALLOCATED", settings));
  EXPECT_FALSE(tested("MIXED+DRAIN", settings));
  settings.reservation = "maintenance";
  EXPECT_TRUE(tested("IDLE+CLOUD+MAINTENANCE", settings));
  EXPECT_FALSE(tested("IDLE+DRAIN+MAINTENANCE", settings));
}

TEST(Choose, TestsTheLeastRecentlyTriedFirst) {
  const std::vector<NodeState> nodes = {node("n0", "IDLE"), node("n1", "IDLE"), node("n2", "IDLE"),
                                        node("n3", "IDLE+DRAIN"), node("n4", "IDLE")};
  const LastTried last = {{"n0", 300}, {"n1", 100}, {"n2", 200}};
  EXPECT_EQ(choose(nodes, {}, last, 3, 0), (std::vector<std::string>{"n4", "n1", "n2"}));
  EXPECT_EQ(left_out(nodes, {}), "1 IDLE+DRAIN");
  EXPECT_EQ(choose(nodes, {}, last, 9, 0), (std::vector<std::string>{"n4", "n1", "n2", "n0"}));
}

TEST(Choose, RetestsOnlyIdleNodesThatItDrainedItself) {
  Settings settings;
  settings.name = "nccl";
  const auto again = [&](const std::string& state, const std::string& reason) {
    return choose({{"n0", {state, reason, 0, ""}}}, settings, {}, 9, 0).size() == 1;
  };
  EXPECT_FALSE(again("IDLE+DRAIN", "[HC] nccl: slow"));
  settings.retest = true;
  EXPECT_TRUE(again("IDLE+DRAIN", "[HC] nccl: slow"));
  EXPECT_TRUE(again("IDLE+CLOUD+DRAIN", "[HC] nccl: slow"));
  EXPECT_FALSE(again("IDLE+DRAIN", "[HC] nccl2: slow"));
  EXPECT_FALSE(again("IDLE+DRAIN", "[HC] gpu-count: 7 of 8 GPUs"));
  EXPECT_FALSE(again("IDLE+DRAIN", "disk swap"));
  EXPECT_FALSE(again("ALLOCATED+DRAIN", "[HC] nccl: slow"));
  EXPECT_FALSE(again("DOWN+DRAIN", "[HC] nccl: slow"));
  EXPECT_FALSE(again("IDLE+DRAIN+NOT_RESPONDING", "[HC] nccl: slow"));
  EXPECT_FALSE(again("IDLE+CLOUD+DRAIN+POWERED_DOWN", "[HC] nccl: slow"));
  EXPECT_FALSE(again("IDLE+DRAIN+RESERVED", "[HC] nccl: slow"));
}

TEST(Choose, WithoutAHistoryEachRunStartsAtAnotherNode) {
  const std::vector<NodeState> nodes = {node("n0", "IDLE"), node("n1", "IDLE"), node("n2", "IDLE")};
  EXPECT_EQ(choose(nodes, {}, {}, 2, 0), (std::vector<std::string>{"n0", "n1"}));
  EXPECT_EQ(choose(nodes, {}, {}, 2, 60), (std::vector<std::string>{"n2", "n0"}));
}

}  // namespace
}  // namespace skiff::benchmark
