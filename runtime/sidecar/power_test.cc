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
  static const char* skip_if[] = {"", " unless drained", " unless drained by others"};
  return update.node + (update.state.empty() ? "" : " " + update.state) +
         (update.reason.empty() ? "" : " (" + update.reason + ")") + skip_if[static_cast<int>(update.skip_if)];
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

TEST(DecidePower, DecidesFromTheStatesOfANodeAndItsPod) {
  const Case cases[] = {
      {"powering up without a pod", "ALLOCATED+CLOUD+NOT_RESPONDING+POWERING_UP", "", {}, "create a-0 of a; busy"},
      {"powering up, its pod runs", coming, "", {pod("Running")}, "busy"},
      {"powering up, its old pod is terminating", coming, "", {pod("Running", true)}, "busy"},
      {"powering up, its old pod has failed", coming, "", {pod("Failed")}, "delete a-0 u; busy"},
      {"powering up, its old pod has succeeded", coming, "", {pod("Succeeded")}, "delete a-0 u; busy"},
      {"powering up, its pod cannot be scheduled", coming, "", {pod("Pending", false, crowded)}, "busy"},
      {"powered down without a pod", off, "", {}, ""},
      {"powered down, NOT_RESPONDING and drained",
       "IDLE+CLOUD+DRAIN+POWERED_DOWN+NOT_RESPONDING",
       "broken fan",
       {},
       ""},
      {"did not start in time",
       "DOWN+CLOUD+POWERED_DOWN",
       reason(1, "ResumeTimeout reached"),
       {pod("Pending", false, "no room")},
       "a-0 (skiff: pod did not start: no room); delete a-0 u; busy"},
      {"did not start in time for an unknown reason",
       "DOWN+CLOUD+POWERED_DOWN",
       reason(1, "ResumeTimeout reached"),
       {pod("Pending")},
       "a-0 (skiff: pod did not start: Pending); delete a-0 u; busy"},
      {"did not start in time, its pod is gone", "DOWN+CLOUD+POWERED_DOWN", reason(1, "ResumeTimeout reached"), {}, ""},
      {"not yet retried", "DOWN+CLOUD+POWERED_DOWN", reason(299, "skiff: pod did not start: no room"), {}, ""},
      {"retried", "DOWN+CLOUD+POWERED_DOWN", reason(300, "skiff: pod did not start: no room"), {}, resumed},
      {"set down by an administrator", "DOWN+CLOUD+POWERED_DOWN", reason(9999, "broken fan"), {}, ""},
      {"drained while powered down", "IDLE+CLOUD+DRAIN+POWERED_DOWN", reason(9999, "skiff: x"), {}, ""},
      {"powering down, its pod runs", going, "", {pod("Running")}, "delete a-0 u; busy"},
      {"powering down, its pod is terminating", going, "", {pod("Running", true)}, "busy"},
      {"powering down, its pod is gone", going, "", {}, resumed + "; busy"},
      {"powering down, its pod is gone, set down by skiff",
       "DOWN+CLOUD+POWERING_DOWN",
       reason(5, "skiff: pod is gone"),
       {},
       resumed + "; busy"},
      {"powering down, its pod is gone, set down by an administrator",
       "DOWN+CLOUD+POWERING_DOWN",
       reason(5, "disk"),
       {},
       ""},
      {"powering down, its pod is gone, drained by an administrator",
       "IDLE+CLOUD+DRAIN+POWERING_DOWN",
       reason(5, "disk swap"),
       {},
       ""},
      {"powering down, drained because its pod was stopping",
       "IDLE+CLOUD+DRAIN+POWERING_DOWN",
       reason(5, "skiff: pod is stopping"),
       {},
       undrained},
      {"powering down, drained because its pod was gone",
       "IDLE+CLOUD+DRAIN+POWERING_DOWN",
       reason(5, "skiff: pod is gone"),
       {},
       undrained},
      {"powered down, drained because its pod was stopping",
       "IDLE+CLOUD+DRAIN+POWERED_DOWN",
       reason(5, "skiff: pod is stopping"),
       {},
       undrained},
      {"powered down, drained because its pod was gone",
       "IDLE+CLOUD+DRAIN+POWERED_DOWN",
       reason(5, "skiff: pod is gone"),
       {},
       undrained},
      {"powered down, drained because its pod was gone, with FAIL",
       "IDLE+CLOUD+DRAIN+FAIL+POWERED_DOWN",
       reason(5, "skiff: pod is gone"),
       {},
       ""},
      {"powered down and drained, its pod is still terminating",
       "IDLE+CLOUD+DRAIN+POWERED_DOWN",
       reason(5, "skiff: pod is stopping"),
       {pod("Running", true)},
       "busy"},
      {"powered down with a running pod", off, "", {pod("Running")}, "delete a-0 u; busy"},
      {"up with a running pod", "ALLOCATED+CLOUD", "", {pod("Running")}, ""},
      {"up, to be powered down when its jobs have ended", "IDLE+CLOUD+DRAIN+POWER_DOWN", "", {pod("Running")}, ""},
      {"drained, its pod is terminating", "ALLOCATED+CLOUD+DRAIN", "", {pod("Running", true)}, "busy"},
      {"up without a pod", "ALLOCATED+CLOUD", "", {}, "a-0 down (skiff: pod is gone); busy"},
      {"up, its pod was evicted",
       "ALLOCATED+CLOUD",
       "",
       {pod("Failed", false, "Evicted: low on memory")},
       "a-0 down (skiff: pod is gone: Evicted: low on memory); delete a-0 u; busy"},
      {"down without a pod", "DOWN+CLOUD", reason(2, "skiff: pod is gone"), {}, "a-0 power_down_force; busy"},
      {"down without a pod, already to be powered down",
       "DOWN+CLOUD+POWER_DOWN",
       reason(2, "skiff: pod is gone"),
       {},
       "busy"},
      {"drained because its pod was stopping, now without a pod",
       "IDLE+CLOUD+DRAIN",
       reason(5, "skiff: pod is stopping"),
       {},
       "a-0 down (skiff: pod is gone); busy"},
      {"drained by an administrator, without a pod", "IDLE+CLOUD+DRAIN", reason(5, "disk swap"), {}, ""},
      {"state UNKNOWN", "UNKNOWN+CLOUD", "", {}, ""},
      {"state FUTURE", "FUTURE+CLOUD", "", {}, ""},
      {"not responding while its pod runs",
       "DOWN+CLOUD+NOT_RESPONDING",
       reason(5, "Not responding"),
       {pod("Running")},
       ""},
  };
  for (const Case& one : cases) EXPECT_EQ(text_of(decided(one.state, one.why, one.pods)), one.does) << one.name;
}

TEST(DecidePower, AStalePodBlocksANewOne) {
  const PowerPlan before = decided(going, "", {pod("Running")});
  EXPECT_EQ(before.memory.stale_pods, (std::map<std::string, std::string>{{"u", "a-0"}}));
  EXPECT_EQ(before.log_lines, (std::vector<std::string>{"a-0: powered down; deleting its pod"}));
  const PowerPlan plan = decided(coming, "", {pod("Running")}, before.memory);
  EXPECT_EQ(text_of(plan), "delete a-0 u; busy");
  EXPECT_EQ(plan.memory.stale_pods, before.memory.stale_pods);
  EXPECT_TRUE(decided(coming, "", {}, before.memory).memory.stale_pods.empty());
}

TEST(DecidePower, WhyAPodDoesNotStartIsLoggedOnceAndRemembered) {
  const PowerPlan first = decided(coming, "", {pod("Pending", false, crowded)});
  EXPECT_EQ(first.log_lines, (std::vector<std::string>{"a-0: its pod does not start: 0/3 nodes: x y"}));
  const PowerPlan again = decided(coming, "", {pod("Pending", false, crowded)}, first.memory);
  EXPECT_TRUE(again.log_lines.empty());
  EXPECT_EQ(again.memory, first.memory);
  const PowerPlan gone = decided("DOWN+CLOUD+POWERED_DOWN", reason(1, "ResumeTimeout reached"), {}, again.memory);
  EXPECT_EQ(text_of(gone), "a-0 (skiff: pod did not start: 0/3 nodes: x y)");
  EXPECT_EQ(gone.memory.start_problems, first.memory.start_problems);
  EXPECT_TRUE(decided("IDLE+CLOUD", "", {pod("Running")}, gone.memory).memory.start_problems.empty());
}

TEST(DecidePower, ANodeLeftToAnAdministratorIsLoggedOncePerReason) {
  const PowerPlan first = decided("IDLE+CLOUD+DRAIN", reason(5, "disk swap"), {});
  EXPECT_EQ(first.log_lines,
            (std::vector<std::string>{"a-0 has no pod; left unchanged because of its reason: disk swap"}));
  EXPECT_TRUE(decided("IDLE+CLOUD+DRAIN", reason(5, "disk swap"), {}, first.memory).log_lines.empty());
  EXPECT_FALSE(decided("IDLE+CLOUD+DRAIN", reason(5, "fan"), {}, first.memory).log_lines.empty());
}

TEST(DecidePower, WhatWasLoggedAboutALostPodIsNotWhyTheNextOneDoesNotStart) {
  const PowerPlan left = decided("IDLE+CLOUD+DRAIN", reason(5, "disk swap"), {});
  EXPECT_FALSE(left.memory.logged.empty());
  const PowerPlan up = decided(coming, "", {pod("Pending")}, left.memory);
  const PowerPlan gone = decided("DOWN+CLOUD+POWERED_DOWN", reason(1, "ResumeTimeout reached"), {}, up.memory);
  EXPECT_EQ(text_of(gone), "");
}

TEST(DecidePower, TriesOnceToClearNotRespondingOnAPoweredDownNode) {
  const std::string state = off + "+NOT_RESPONDING";
  PowerPlan plan = decided(state, "", {});
  EXPECT_EQ(text_of(plan), "busy") << "a node that was just powered down has the flag too";
  plan = decided(state, "", {}, plan.memory, test_now + 19);
  EXPECT_EQ(text_of(plan), "busy");
  plan = decided(state, "", {}, plan.memory, test_now + 20);
  EXPECT_EQ(text_of(plan), "a-0 down (skiff: powered down) unless drained; a-0 resume unless drained; busy");
  plan = decided(state, "", {}, plan.memory, test_now + 30);
  EXPECT_EQ(text_of(plan), "");
  EXPECT_TRUE(decided(off, "", {}, plan.memory).memory.not_responding.empty());
}

// The clock was set back before the program started again.
TEST(DecidePower, AMarkFromTheFutureCountsAsFromNow) {
  const std::string state = off + "+NOT_RESPONDING";
  PowerMemory memory;
  memory.not_responding["a-0"] = {test_now + 7 * 86400, false};
  PowerPlan plan = decided(state, "", {}, memory);
  EXPECT_EQ(text_of(plan), "busy");
  plan = decided(state, "", {}, plan.memory, test_now + 20);
  EXPECT_EQ(text_of(plan), "a-0 down (skiff: powered down) unless drained; a-0 resume unless drained; busy");
}

TEST(DecidePower, KeepsTheMinimumNumberOfNodesUp) {
  const auto nodes = parse_nodes(shown("a-0", "IDLE+CLOUD") + shown("a-1", "IDLE+CLOUD+DRAIN", "broken") +
                                 shown("a-2", off) + shown("a-3", off));
  const std::vector<Pod> pods = {running("a-0", "0"), running("a-1", "1")};
  const auto kept = [&](std::int64_t min) { return decide_power(nodes, {elastic(min)}, pods, {}, test_now); };
  EXPECT_EQ(text_of(kept(1)), "");
  EXPECT_EQ(text_of(kept(2)), "a-2 power_up; busy");
  EXPECT_EQ(kept(2).log_lines, (std::vector<std::string>{"a: powering up a-2 to keep 2 nodes up"}));
  EXPECT_EQ(text_of(kept(4)), "a-2 power_up; a-3 power_up; busy");
  const auto asked = parse_nodes(shown("a-0", off + "+POWER_UP") + shown("a-1", "IDLE+CLOUD+POWER_DOWN"));
  EXPECT_EQ(text_of(decide_power(asked, {elastic(1)}, {running("a-1", "1")}, {}, test_now)), "");
}

TEST(DecidePower, APodWithoutANodeIsDeletedUnlessNoNodesAreKnown) {
  const std::vector<Pod> pods = {running("a-9", "9")};
  const PowerPlan plan = decide_power(parse_nodes(shown("login", "IDLE")), {elastic()}, pods, {}, test_now);
  EXPECT_EQ(text_of(plan), "delete a-9 9; busy");
  EXPECT_EQ(plan.log_lines, (std::vector<std::string>{"a-9: slurmctld has no node of this name; deleting the pod"}));
  EXPECT_EQ(text_of(decide_power({}, {elastic()}, pods, {}, test_now)), "");
}

TEST(DecidePower, IgnoresNodesOfOtherSets) {
  const auto nodes = parse_nodes(shown("b-0", "IDLE+CLOUD+POWERING_UP") + shown("login", "IDLE"));
  EXPECT_EQ(text_of(decide_power(nodes, {elastic()}, {}, {}, test_now)), "");
}

}  // namespace
}  // namespace skiff::sidecar
