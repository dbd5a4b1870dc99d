#include "sidecar/power.h"

#include <gtest/gtest.h>

#include "sidecar/testing/nodes.h"

namespace skiff::sidecar {
namespace {

const ElasticSet elastic(std::int64_t min = 0) { return {"a", "slurm", "t", min, 300, "{}"}; }

Pod pod(const std::string& phase, bool leaving = false, const std::string& trouble = "") {
  Pod made;
  made.name = "a-0";
  made.uid = "u";
  made.phase = phase;
  made.leaving = leaving;
  made.elastic = true;
  made.trouble = trouble;
  return made;
}
Pod running(const std::string& name, const std::string& uid) {
  Pod made = pod("Running");
  made.name = name;
  made.uid = uid;
  return made;
}

std::string text_of(const Update& update) {
  static const char* unless[] = {"", " unless drained", " unless drained by others"};
  return update.node + (update.state.empty() ? "" : " " + update.state) +
         (update.reason.empty() ? "" : " (" + update.reason + ")") + unless[static_cast<int>(update.unless)];
}

/// All actions of a plan in one line, with `busy` at its end.
std::string text_of(const PowerPlan& plan) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
  for (const auto& one : plan.updates) add(text_of(one));
  for (const auto& one : plan.deletes) add("delete " + one.node + " " + one.uid);
  for (const auto& one : plan.creates) add("create " + one.node + " of " + one.set);
  if (plan.busy) add("busy");
  return text;
}

PowerPlan decided(const std::string& state, const std::string& why, const std::vector<Pod>& pods,
                  const PowerMemory& memory = {}, std::int64_t now = test_now) {
  return decide_power(parse_nodes(shown("a-0", state, why)), {elastic()}, pods, memory, now);
}

struct Case {
  const char* name;
  std::string state, why;
  std::vector<Pod> pods;
  std::string does;
};

const std::string crowded = "0/3 nodes: 'x'\ny";
const std::string off = "IDLE+CLOUD+POWERED_DOWN", going = "IDLE+CLOUD+POWERING_DOWN";
const std::string coming = "ALLOCATED+CLOUD+POWERING_UP";
const std::string resumed = "a-0 resume unless drained", undrained = "a-0 resume unless drained by others; busy";

TEST(DecidePower, FollowsFromANodeAndItsPod) {
  const Case cases[] = {
      {"powered up", "ALLOCATED+CLOUD+NOT_RESPONDING+POWERING_UP", "", {}, "create a-0 of a; busy"},
      {"its pod is on its way", coming, "", {pod("Running")}, "busy"},
      {"the pod of before is still leaving", coming, "", {pod("Running", true)}, "busy"},
      {"the pod of before has failed", coming, "", {pod("Failed")}, "delete a-0 u; busy"},
      {"the pod of before has ended", coming, "", {pod("Succeeded")}, "delete a-0 u; busy"},
      {"a pod without a place", coming, "", {pod("Pending", false, crowded)}, "busy"},
      {"off, as it should be", off, "", {}, ""},
      {"marked and drained", "IDLE+CLOUD+DRAIN+POWERED_DOWN+NOT_RESPONDING", "broken fan", {}, ""},
      {"did not come",
       "DOWN+CLOUD+POWERED_DOWN",
       reason(1, "ResumeTimeout reached"),
       {pod("Pending", false, "no room")},
       "a-0 (skiff: pod did not start: no room); delete a-0 u; busy"},
      {"did not come, and nobody knows why",
       "DOWN+CLOUD+POWERED_DOWN",
       reason(1, "ResumeTimeout reached"),
       {pod("Pending")},
       "a-0 (skiff: pod did not start: Pending); delete a-0 u; busy"},
      {"did not come, and has gone", "DOWN+CLOUD+POWERED_DOWN", reason(1, "ResumeTimeout reached"), {}, ""},
      {"not yet tried again", "DOWN+CLOUD+POWERED_DOWN", reason(299, "skiff: pod did not start: no room"), {}, ""},
      {"tried again", "DOWN+CLOUD+POWERED_DOWN", reason(300, "skiff: pod did not start: no room"), {}, resumed},
      {"an administrator's down", "DOWN+CLOUD+POWERED_DOWN", reason(9999, "broken fan"), {}, ""},
      {"drained while it is off", "IDLE+CLOUD+DRAIN+POWERED_DOWN", reason(9999, "skiff: x"), {}, ""},
      {"powered down", going, "", {pod("Running")}, "delete a-0 u; busy"},
      {"its pod is leaving", going, "", {pod("Running", true)}, "busy"},
      {"has gone", going, "", {}, resumed + "; busy"},
      {"has gone, down for us", "DOWN+CLOUD+POWERING_DOWN", reason(5, "skiff: pod is gone"), {}, resumed + "; busy"},
      {"has gone, down for an administrator", "DOWN+CLOUD+POWERING_DOWN", reason(5, "disk"), {}, ""},
      {"has gone, drained by an administrator", "IDLE+CLOUD+DRAIN+POWERING_DOWN", reason(5, "disk swap"), {}, ""},
      {"powered down while its pod was ending",
       "IDLE+CLOUD+DRAIN+POWERING_DOWN",
       reason(5, "skiff: pod is stopping"),
       {},
       undrained},
      {"the same, gone", "IDLE+CLOUD+DRAIN+POWERING_DOWN", reason(5, "skiff: pod is gone"), {}, undrained},
      {"powered down before its pod had ended",
       "IDLE+CLOUD+DRAIN+POWERED_DOWN",
       reason(5, "skiff: pod is stopping"),
       {},
       undrained},
      {"powered down, and gone", "IDLE+CLOUD+DRAIN+POWERED_DOWN", reason(5, "skiff: pod is gone"), {}, undrained},
      {"failing, too", "IDLE+CLOUD+DRAIN+FAIL+POWERED_DOWN", reason(5, "skiff: pod is gone"), {}, ""},
      {"its pod is leaving still",
       "IDLE+CLOUD+DRAIN+POWERED_DOWN",
       reason(5, "skiff: pod is stopping"),
       {pod("Running", true)},
       "busy"},
      {"an orphan", off, "", {pod("Running")}, "delete a-0 u; busy"},
      {"up", "ALLOCATED+CLOUD", "", {pod("Running")}, ""},
      {"to be powered down when its jobs are over", "IDLE+CLOUD+DRAIN+POWER_DOWN", "", {pod("Running")}, ""},
      {"drains before it ends", "ALLOCATED+CLOUD+DRAIN", "", {pod("Running", true)}, "busy"},
      {"lost", "ALLOCATED+CLOUD", "", {}, "a-0 down (skiff: pod is gone); busy"},
      {"evicted",
       "ALLOCATED+CLOUD",
       "",
       {pod("Failed", false, "Evicted: low on memory")},
       "a-0 down (skiff: pod is gone: Evicted: low on memory); delete a-0 u; busy"},
      {"lost, and down", "DOWN+CLOUD", reason(2, "skiff: pod is gone"), {}, "a-0 power_down_force; busy"},
      {"to be powered down", "DOWN+CLOUD+POWER_DOWN", reason(2, "skiff: pod is gone"), {}, "busy"},
      {"drained and ended",
       "IDLE+CLOUD+DRAIN",
       reason(5, "skiff: pod is stopping"),
       {},
       "a-0 down (skiff: pod is gone); busy"},
      {"drained by an administrator and without a pod", "IDLE+CLOUD+DRAIN", reason(5, "disk swap"), {}, ""},
      {"nobody has heard of it yet", "UNKNOWN+CLOUD", "", {}, ""},
      {"not there yet", "FUTURE+CLOUD", "", {}, ""},
      {"a machine that does not answer, while Kubernetes has the pod",
       "DOWN+CLOUD+NOT_RESPONDING",
       reason(5, "Not responding"),
       {pod("Running")},
       ""},
  };
  for (const Case& one : cases) EXPECT_EQ(text_of(decided(one.state, one.why, one.pods)), one.does) << one.name;
}

TEST(DecidePower, APodThatShouldHaveGoneIsInTheWay) {
  const PowerPlan before = decided(going, "", {pod("Running")});
  EXPECT_EQ(before.memory.old, (std::map<std::string, std::string>{{"u", "a-0"}}));
  EXPECT_EQ(before.say, (std::vector<std::string>{"a-0 is powered down: its pod is deleted"}));
  const PowerPlan plan = decided(coming, "", {pod("Running")}, before.memory);
  EXPECT_EQ(text_of(plan), "delete a-0 u; busy");
  EXPECT_EQ(plan.memory.old, before.memory.old);
  EXPECT_TRUE(decided(coming, "", {}, before.memory).memory.old.empty());
}

TEST(DecidePower, WhatAPodLacksIsSaidOnceAndRemembered) {
  const PowerPlan first = decided(coming, "", {pod("Pending", false, crowded)});
  EXPECT_EQ(first.say, (std::vector<std::string>{"a-0: its pod does not start: 0/3 nodes: x y"}));
  const PowerPlan again = decided(coming, "", {pod("Pending", false, crowded)}, first.memory);
  EXPECT_TRUE(again.say.empty());
  EXPECT_EQ(again.memory, first.memory);
  const PowerPlan gone = decided("DOWN+CLOUD+POWERED_DOWN", reason(1, "ResumeTimeout reached"), {}, again.memory);
  EXPECT_EQ(text_of(gone), "a-0 (skiff: pod did not start: 0/3 nodes: x y)");
  EXPECT_EQ(gone.memory.said, first.memory.said);
  EXPECT_TRUE(decided("IDLE+CLOUD", "", {pod("Running")}, gone.memory).memory.said.empty());
}

TEST(DecidePower, AnAdministratorsNodeIsSaidOnce) {
  const PowerPlan first = decided("IDLE+CLOUD+DRAIN", reason(5, "disk swap"), {});
  EXPECT_EQ(first.say, (std::vector<std::string>{"a-0 has no pod; left as it is, with the reason disk swap"}));
  EXPECT_TRUE(decided("IDLE+CLOUD+DRAIN", reason(5, "disk swap"), {}, first.memory).say.empty());
  EXPECT_FALSE(decided("IDLE+CLOUD+DRAIN", reason(5, "fan"), {}, first.memory).say.empty());
}

TEST(DecidePower, TheMarkOfANodeThatIsOffIsTakenAwayOnce) {
  const std::string state = off + "+NOT_RESPONDING";
  PowerPlan plan = decided(state, "", {});
  EXPECT_EQ(text_of(plan), "busy") << "one that has just gone has it, too";
  plan = decided(state, "", {}, plan.memory, test_now + 19);
  EXPECT_EQ(text_of(plan), "busy");
  plan = decided(state, "", {}, plan.memory, test_now + 20);
  EXPECT_EQ(text_of(plan), "a-0 down (skiff: powered down) unless drained; a-0 resume unless drained; busy");
  plan = decided(state, "", {}, plan.memory, test_now + 30);
  EXPECT_EQ(text_of(plan), "");
  EXPECT_TRUE(decided(off, "", {}, plan.memory).memory.marked.empty());
}

TEST(DecidePower, AsManyStayAsTheSetSays) {
  const auto nodes = parse_nodes(shown("a-0", "IDLE+CLOUD") + shown("a-1", "IDLE+CLOUD+DRAIN", "broken") +
                                 shown("a-2", off) + shown("a-3", off));
  const std::vector<Pod> pods = {running("a-0", "0"), running("a-1", "1")};
  const auto kept = [&](std::int64_t min) { return decide_power(nodes, {elastic(min)}, pods, {}, test_now); };
  EXPECT_EQ(text_of(kept(1)), "");
  EXPECT_EQ(text_of(kept(2)), "a-2 power_up; busy");
  EXPECT_EQ(kept(2).say, (std::vector<std::string>{"a: a-2 powered up, 2 nodes stay"}));
  EXPECT_EQ(text_of(kept(4)), "a-2 power_up; a-3 power_up; busy");
  const auto asked = parse_nodes(shown("a-0", off + "+POWER_UP") + shown("a-1", "IDLE+CLOUD+POWER_DOWN"));
  EXPECT_EQ(text_of(decide_power(asked, {elastic(1)}, {running("a-1", "1")}, {}, test_now)), "");
}

TEST(DecidePower, APodOfNoNodeIsDeletedUnlessNobodySaysWhichNodesThereAre) {
  const std::vector<Pod> pods = {running("a-9", "9")};
  const PowerPlan plan = decide_power(parse_nodes(shown("login", "IDLE")), {elastic()}, pods, {}, test_now);
  EXPECT_EQ(text_of(plan), "delete a-9 9; busy");
  EXPECT_EQ(plan.say, (std::vector<std::string>{"a-9 is no node of slurmctld: its pod is deleted"}));
  EXPECT_EQ(text_of(decide_power({}, {elastic()}, pods, {}, test_now)), "");
}

TEST(DecidePower, NodesOfOtherSetsAreNotItsConcern) {
  const auto nodes = parse_nodes(shown("b-0", "IDLE+CLOUD+POWERING_UP") + shown("login", "IDLE"));
  EXPECT_EQ(text_of(decide_power(nodes, {elastic()}, {}, {}, test_now)), "");
}

}  // namespace
}  // namespace skiff::sidecar
