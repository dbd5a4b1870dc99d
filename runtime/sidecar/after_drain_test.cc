#include "sidecar/after_drain.h"

#include <gtest/gtest.h>

#include "sidecar/testing/nodes.h"

namespace skiff::sidecar {
namespace {

AfterDrain all() {
  AfterDrain settings;
  settings.pods = settings.machines = true;
  settings.wait = 600;
  settings.sets = {{"a", SetKind::fixed}, {"e", SetKind::elastic}, {"c", SetKind::fixed}};
  settings.checks = {"gpu-count", "mount", "clock"};
  settings.benchmarks = {"nccl"};
  settings.replace = Replace{{"a", "e"}, {"gpu-count", "mount"}, 2, 1, 900, 86400};
  return settings;
}

/// The pod of a node, created `age` seconds ago.
Pod pod(const std::string& name, std::int64_t age = 9000) {
  Pod made;
  made.name = name;
  made.uid = "u-" + name;
  made.phase = "Running";
  made.machine = "m-" + name;
  made.created = test_now - age;
  return made;
}
Pod new_pod(const std::string& name, std::int64_t age = 50) {
  Pod made = pod(name, age);
  made.uid = "new";
  return made;
}
Pod with(Pod made, const Condition& condition) {
  made.unhealthy = condition;
  return made;
}

Replaced entry(const std::string& node, std::int64_t age, bool back = false) {
  return {node, test_now - age, "[HC] gpu-count: x", "u-" + node, "m-" + node, 1, test_now - age, back, ""};
}
Replacements recorded(std::vector<Replaced> entries) { return {std::move(entries), {}, {}}; }

AfterDrainPlan decided(const std::string& nodes, const std::vector<Pod>& pods, const Replacements& memory = {},
                       const AfterDrain& settings = all(), std::int64_t now = test_now) {
  return decide_after_drain(parse_nodes(nodes), pods, settings, memory, now);
}

/// The actions of a plan on nodes and their pods, in one line.
std::string acts(const AfterDrainPlan& plan) {
  std::string text;
  for (const auto& one : plan.deletes) text += "delete " + one.node + " " + one.uid + ";";
  for (const auto& one : plan.updates) text += one.node + " " + one.state + ";";
  return text;
}
/// The conditions that a plan sets on pods and Kubernetes nodes; `*` marks a changed status.
std::string told(const AfterDrainPlan& plan) {
  std::string text;
  for (const Patch& one : plan.patches)
    text += one.name + " " + one.condition.status + " " + one.condition.reason + (one.changed ? "*" : "") + ";";
  return text;
}
std::string first(const AfterDrainPlan& plan) { return plan.log_lines.empty() ? "" : plan.log_lines.front(); }

const std::string drain = "IDLE+CLOUD+DRAIN";
const std::string lost = reason(700, "[HC] gpu-count: 1 of 2 GPUs"), lost_x = reason(700, "[HC] gpu-count: x");

TEST(DecideAfterDrain, ReplacesThePodOfADrainedAndIdleNode) {
  const AfterDrainPlan plan = decided(shown("a-0", drain, lost), {pod("a-0")});
  EXPECT_EQ(acts(plan), "delete a-0 u-a-0;");
  EXPECT_EQ(plan.memory.replaced, (std::vector<Replaced>{{"a-0", test_now, "[HC] gpu-count: 1 of 2 GPUs", "u-a-0",
                                                          "m-a-0", 1, test_now, false, ""}}));
  EXPECT_EQ(plan.log_lines,
            (std::vector<std::string>{"a-0: drained and idle; replacing its pod (1 of at most 2 per hour): "
                                      "[HC] gpu-count: 1 of 2 GPUs"}));
  EXPECT_EQ(told(plan), "a-0 True Replaced*;");
  EXPECT_EQ(plan.patches[0].condition.message, "[HC] gpu-count: 1 of 2 GPUs");
  EXPECT_TRUE(plan.pending);
  EXPECT_EQ(acts(decided(shown("a-0", drain, reason(700, "[HC] mount:/data: does not answer")), {pod("a-0")})),
            "delete a-0 u-a-0;");
}

TEST(DecideAfterDrain, IgnoresDrainsByOthers) {
  for (const char* text : {"disk swap", "[HC] by hand", "[HC] unknown: x", "HC gpu-count: x", "see [HC] gpu-count: x",
                           "x Reason=[HC] gpu-count: y", "[HC] gpu-count: y Reason=disk swap", "[HC] gpu-count:y"}) {
    const AfterDrainPlan plan = decided(shown("a-0", drain, reason(9000, text)), {pod("a-0")});
    EXPECT_EQ(acts(plan) + told(plan), "") << text;
    EXPECT_TRUE(plan.memory.replaced.empty()) << text;
    EXPECT_FALSE(plan.pending) << text;
  }
  EXPECT_EQ(acts(decided(shown("login", "IDLE+DRAIN", lost_x) + shown("b-0", drain, lost), {pod("b-0")})), "");
}

// A new pod would read the same settings.
TEST(DecideAfterDrain, DoesNotReplaceAPodForUnreadableSettings) {
  const AfterDrainPlan plan =
      decided(shown("a-0", drain, reason(700, "[HC] settings: /etc/skiff/health/a.json: empty")), {pod("a-0")});
  EXPECT_EQ(plan.patches.at(1).condition.message,
            "[HC] settings: /etc/skiff/health/a.json: empty; pod replacement is not enabled for settings");
}

TEST(DecideAfterDrain, ReplacesNoPodUnlessTheNodeIsOnlyIdleAndDrained) {
  for (const char* state :
       {"MIXED+CLOUD+DRAIN", "ALLOCATED+CLOUD+DRAIN", "IDLE+CLOUD+DRAIN+COMPLETING",
        "IDLE+CLOUD+DRAIN+MAINTENANCE+RESERVED", "IDLE+CLOUD+DRAIN+NOT_RESPONDING", "DOWN+CLOUD+DRAIN",
        "IDLE+CLOUD+DRAIN+INVALID_REG", "IDLE+CLOUD+DRAIN+REBOOT_REQUESTED", "IDLE+CLOUD", "IDLE+CLOUD+FAIL"})
    EXPECT_EQ(acts(decided(shown("a-0", state, lost_x), {pod("a-0")})), "") << state;
  const AfterDrainPlan plan = decided(shown("a-0", "MIXED+CLOUD+DRAIN", lost_x), {pod("a-0")});
  EXPECT_EQ(first(plan), "a-0: waiting: jobs are running on it ([HC] gpu-count: x)");
  EXPECT_EQ(told(plan), "a-0 True Draining*;");
  EXPECT_TRUE(decided(shown("a-0", "MIXED+CLOUD+DRAIN", lost_x), {pod("a-0")}, plan.memory).log_lines.empty());
}

TEST(DecideAfterDrain, LeavesTimeToRecover) {
  const AfterDrainPlan plan = decided(shown("a-0", drain, reason(599, "[HC] gpu-count: x")), {pod("a-0")});
  EXPECT_EQ(acts(plan), "");
  EXPECT_EQ(told(plan), "a-0 True Drained*;");
  EXPECT_EQ(acts(decided(shown("a-0", drain, lost), {pod("a-0", 599)})), "") << "the pod was replaced meanwhile";
  EXPECT_EQ(acts(decided(shown("a-0", drain, lost), {})), "") << "no pod";
  Pod leaving = pod("a-0");
  leaving.leaving = true;
  EXPECT_EQ(acts(decided(shown("a-0", drain, lost), {leaving})), "");
}

TEST(DecideAfterDrain, ReplacesPodsOnlyForListedChecksAndSets) {
  const AfterDrainPlan plan =
      decided(shown("a-0", drain, reason(700, "[HC] nccl: 300 GB/s below 460 GB/s")), {pod("a-0")});
  EXPECT_EQ(acts(plan), "");
  EXPECT_EQ(plan.log_lines,
            (std::vector<std::string>{"a-0: needs an administrator: pod replacement is not enabled for nccl ([HC] "
                                      "nccl: 300 GB/s below 460 GB/s)",
                                      "m-a-0: marked unhealthy because of a-0"}));
  EXPECT_EQ(acts(decided(shown("c-0", drain, lost), {pod("c-0")})), "");
  EXPECT_EQ(first(decided(shown("c-0", drain, lost), {pod("c-0")})),
            "c-0: needs an administrator: pod replacement is not enabled for node set c ([HC] gpu-count: 1 of 2 GPUs)");
  AfterDrain every = all();
  every.replace->checks.clear();
  EXPECT_EQ(acts(decided(shown("a-0", drain, reason(700, "[HC] clock: x")), {pod("a-0")}, {}, every)),
            "delete a-0 u-a-0;");
}

const std::string three = shown("a-0", drain, lost) + shown("a-1", drain, reason(900, "[HC] gpu-count: x")) +
                          shown("a-2", drain, reason(800, "[HC] gpu-count: x"));

TEST(DecideAfterDrain, LimitsReplacementsAtOnceAndPerHour) {
  const std::vector<Pod> pods = {pod("a-0"), pod("a-1"), pod("a-2")};
  AfterDrainPlan plan = decided(three, pods);
  EXPECT_EQ(acts(plan), "delete a-1 u-a-1;") << "the one that has waited longest";
  EXPECT_EQ(plan.log_lines.back(), "a-2: waiting: replacement limit reached: 1 at a time ([HC] gpu-count: x)");
  plan = decided(three, pods, recorded({entry("a-7", 3000, true), entry("a-8", 2000, true)}));
  EXPECT_EQ(acts(plan), "");
  EXPECT_EQ(first(plan), "a-0: waiting: replacement limit reached: 2 per hour ([HC] gpu-count: 1 of 2 GPUs)");
  plan = decided(three, pods, recorded({entry("a-7", 3601, true), entry("a-8", 2000, true)}));
  EXPECT_EQ(acts(plan), "delete a-1 u-a-1;");
  EXPECT_EQ(first(plan), "a-1: drained and idle; replacing its pod (2 of at most 2 per hour): [HC] gpu-count: x");
  ASSERT_EQ(plan.memory.replaced.size(), 3u);
  EXPECT_EQ(plan.memory.replaced[0].node + plan.memory.replaced[2].node, "a-7a-1");
  plan = decided(three + shown("a-9", drain, lost), {pod("a-0"), pod("a-1"), pod("a-2"), new_pod("a-9")},
                 recorded({entry("a-9", 100)}));
  EXPECT_EQ(acts(plan), "") << "another replacement is in progress";
  AfterDrain two = all();
  two.replace->at_once = 2;
  plan = decided(three, pods, {}, two);
  EXPECT_EQ(acts(plan), "delete a-1 u-a-1;delete a-2 u-a-2;");
  EXPECT_EQ(plan.log_lines[1], "a-2: drained and idle; replacing its pod (2 of at most 2 per hour): [HC] gpu-count: x");
}

TEST(DecideAfterDrain, ForgetsCompletedReplacementsAfterAWeek) {
  const auto kept = [](std::int64_t age, bool back) {
    return decided("", {}, recorded({entry("a-7", age, back)})).memory.replaced.size();
  };
  EXPECT_EQ(kept(604799, true), 1u);
  EXPECT_EQ(kept(604800, true), 0u);
  EXPECT_EQ(kept(604800, false), 1u);
}

TEST(DecideAfterDrain, RecordsTheOutcomeOfAReplacement) {
  const std::string node = shown("a-0", drain, lost);
  AfterDrainPlan plan = decided(node, {new_pod("a-0")}, recorded({entry("a-0", 100)}));
  EXPECT_EQ(acts(plan), "") << "the new pod may still pass";
  EXPECT_EQ(told(plan), "a-0 True Replaced*;");
  plan = decided(node, {new_pod("a-0", 850)}, recorded({entry("a-0", 900)}));
  EXPECT_EQ(acts(plan), "") << "the replacement did not help";
  EXPECT_EQ(plan.log_lines,
            (std::vector<std::string>{"a-0: needs an administrator: its pod was replaced, but the node is "
                                      "still drained ([HC] gpu-count: 1 of 2 GPUs)",
                                      "m-a-0: marked unhealthy because of a-0"}));
  Pod moved = with(new_pod("a-0"), {"True", "Replaced", "x"});
  moved.machine = "m-7";
  plan = decided(shown("a-0", "IDLE+CLOUD"), {moved}, recorded({entry("a-0", 100)}));
  EXPECT_EQ(plan.log_lines,
            (std::vector<std::string>{"a-0: no longer drained after its pod was replaced for [HC] gpu-count: "
                                      "x; its pod moved from m-a-0 to m-7"}));
  EXPECT_TRUE(plan.memory.replaced[0].over);
  EXPECT_EQ(plan.memory.replaced[0].outcome, "cured");
  EXPECT_EQ(told(plan), "a-0 False InService*;");
  plan =
      decided(shown("a-0", drain, reason(10, "rack is to be moved")), {new_pod("a-0")}, recorded({entry("a-0", 100)}));
  EXPECT_EQ(first(plan), "a-0: left to an administrator, because its drain has another reason now");
  EXPECT_EQ(plan.memory.replaced[0].outcome + acts(plan), "left");
}

TEST(DecideAfterDrain, LeavesANodeThatIsDrainedAgainTooSoonToAnAdministrator) {
  const std::string node = shown("a-0", drain, lost);
  AfterDrainPlan plan = decided(node, {pod("a-0", 79000)}, recorded({entry("a-0", 80000, true)}));
  EXPECT_EQ(acts(plan), "");
  EXPECT_EQ(
      first(plan),
      "a-0: needs an administrator: its pod was already replaced within the last 24 hours ([HC] gpu-count: 1 of 2 GPUs)");
  AfterDrain half = all();
  half.replace->again = 88200;
  plan = decided(node, {pod("a-0", 79000)}, recorded({entry("a-0", 80000, true)}), half);
  EXPECT_NE(first(plan).find("within the last 24.5 hours"), std::string::npos);
  EXPECT_EQ(acts(decided(node, {pod("a-0", 79000)}, recorded({entry("a-0", 90000, true)}))), "delete a-0 u-a-0;");
}

TEST(DecideAfterDrain, APodIsInServiceOnlyWhenItsNodeAnswers) {
  // The node is no longer drained, but its slurmd does not answer yet.
  AfterDrainPlan plan = decided(shown("a-0", "IDLE+CLOUD+NOT_RESPONDING"),
                                {with(pod("a-0", 50), {"True", "Replaced", "x"})}, recorded({entry("a-0", 100)}));
  EXPECT_EQ(told(plan), "a-0 False NotOurs*;");
  EXPECT_TRUE(plan.pending);
  const Pod silent = with(pod("a-0", 50), {"False", "NotOurs", ""});
  plan = decided(shown("a-0", "IDLE+CLOUD+NOT_RESPONDING"), {silent});
  EXPECT_EQ(told(plan), "");
  EXPECT_TRUE(plan.pending);
  EXPECT_EQ(told(decided(shown("a-0", "IDLE+CLOUD"), {silent})), "a-0 False InService;");
  plan = decided(shown("a-0", "IDLE+CLOUD"), {with(pod("a-0", 50), {"False", "InService", ""})});
  EXPECT_EQ(told(plan), "");
  EXPECT_FALSE(plan.pending);
}

TEST(DecideAfterDrain, TriesAReplacementThreeTimes) {
  const std::string node = shown("a-0", drain, lost);
  AfterDrainPlan plan = decided(node, {pod("a-0")}, recorded({entry("a-0", 31)}));
  EXPECT_EQ(acts(plan), "delete a-0 u-a-0;");
  ASSERT_EQ(plan.memory.replaced.size(), 1u);
  EXPECT_EQ(plan.memory.replaced[0].tries, 2);
  EXPECT_EQ(plan.memory.replaced[0].tried, test_now);
  Replaced tried = entry("a-0", 100);
  tried.tried = test_now - 29;
  EXPECT_EQ(acts(decided(node, {pod("a-0")}, recorded({tried}))), "");
  tried = entry("a-0", 900);
  tried.tries = 3;
  plan = decided(node, {pod("a-0")}, recorded({tried}));
  EXPECT_EQ(acts(plan), "");
  EXPECT_EQ(first(plan), "a-0: needs an administrator: its pod could not be replaced ([HC] gpu-count: 1 of 2 GPUs)");
}

// The record outlives the program, so its times are the wall clock's. If the clock was set back before the program
// started, they are in the future.
TEST(DecideAfterDrain, ARecordFromTheFutureCountsAsFromNow) {
  const std::string node = shown("a-0", drain, lost);
  for (const std::int64_t jump : {1, 3600, 7 * 86400}) {
    // The limit per hour holds for one hour, and not until the clock has reached the old time again.
    const Replacements full = recorded({entry("a-7", -jump, true), entry("a-8", -jump, true)});
    AfterDrainPlan plan = decided(node, {pod("a-0")}, full);
    EXPECT_EQ(first(plan), "a-0: waiting: replacement limit reached: 2 per hour ([HC] gpu-count: 1 of 2 GPUs)") << jump;
    ASSERT_EQ(plan.memory.replaced.size(), 2u);
    EXPECT_EQ(plan.memory.replaced[0].at, test_now) << jump;
    plan = decided(node, {pod("a-0")}, plan.memory, all(), test_now + 3600);
    EXPECT_EQ(acts(plan), "delete a-0 u-a-0;") << jump;
    // So do the pauses between two replacements of a node, between tries, and before an administrator is needed.
    plan = decided(node, {pod("a-0")}, recorded({entry("a-0", -jump, true)}));
    EXPECT_EQ(acts(plan), "") << jump;
    plan = decided(node, {pod("a-0")}, plan.memory, all(), test_now + 86400);
    EXPECT_EQ(acts(plan), "delete a-0 u-a-0;") << jump;
    plan = decided(node, {pod("a-0")}, recorded({entry("a-0", -jump)}));
    EXPECT_EQ(acts(plan), "") << jump;
    const Replacements kept = plan.memory;
    EXPECT_EQ(acts(decided(node, {pod("a-0")}, kept, all(), test_now + 30)), "delete a-0 u-a-0;") << jump;
    EXPECT_EQ(first(decided(node, {new_pod("a-0")}, kept, all(), test_now + 899)), "") << jump;
    EXPECT_EQ(first(decided(node, {new_pod("a-0")}, kept, all(), test_now + 900)),
              "a-0: needs an administrator: its pod was replaced, but the node is still drained ([HC] gpu-count: 1 of "
              "2 GPUs)")
        << jump;
  }
}

TEST(DecideAfterDrain, AConditionFromTheFutureIsSentAgain) {
  const std::string bad = shown("a-0", drain, reason(700, "[HC] flapping: 4 drains"));
  AfterDrainPlan plan = decided(bad, {pod("a-0")});
  const std::vector<Pod> known = {with(pod("a-0"), plan.patches[0].condition)};
  plan.memory.marked["m-a-0"].at = test_now + 7 * 86400;
  plan = decided(bad, known, plan.memory);
  EXPECT_EQ(told(plan), "m-a-0 True NeedsAttention;");
  EXPECT_EQ(told(decided(bad, known, plan.memory, all(), test_now + 600)), "");
}

TEST(DecideAfterDrain, PowersDownANodeOfAnElasticSet) {
  EXPECT_EQ(acts(decided(shown("e-0", drain, lost), {pod("e-0")})), "e-0 power_down_asap;");
  EXPECT_EQ(acts(decided(shown("e-0", drain + "+POWERED_DOWN", lost_x), {})), "e-0 undrain;");
  EXPECT_EQ(acts(decided(shown("e-0", drain + "+POWERING_DOWN", lost_x), {pod("e-0")})), "")
      << "its pod is deleted anyway";
  EXPECT_EQ(acts(decided(shown("e-0", drain + "+POWER_DOWN", lost_x), {pod("e-0")}, recorded({entry("e-0", 10)}))), "");
  const AfterDrainPlan plan = decided(shown("e-0", "IDLE+CLOUD+POWERED_DOWN"), {}, recorded({entry("e-0", 10)}));
  EXPECT_EQ(plan.memory.replaced[0].outcome, "cured");
}

TEST(DecideAfterDrain, MarksTheKubernetesNodeOfADrainThatNeedsAttention) {
  const std::string bad = shown("a-0", drain, reason(700, "[HC] flapping: 4 drains"));
  const std::vector<Pod> pods = {pod("a-0")};
  AfterDrainPlan plan = decided(bad, pods);
  EXPECT_EQ(told(plan), "a-0 True NeedsAttention*;m-a-0 True NeedsAttention*;");
  EXPECT_EQ(plan.patches[1].condition.message, "[HC] flapping: 4 drains; pod replacement is not enabled for flapping");
  const std::vector<Pod> known = {with(pod("a-0"), plan.patches[0].condition)};
  const Replacements memory = plan.memory;
  EXPECT_EQ(told(decided(bad, known, memory)), "") << "sent once";
  plan = decided(bad, known, memory, all(), test_now + 601);
  EXPECT_EQ(told(plan), "m-a-0 True NeedsAttention;") << "sent again after ten minutes";
  EXPECT_TRUE(plan.log_lines.empty());
  Pod second = pod("a-1");
  second.machine = "m-a-0";
  plan = decided(bad + shown("a-1", "MIXED+CLOUD"), {known[0], second}, memory);
  EXPECT_EQ(told(plan), "m-a-0 False InService*;") << "a node on it accepts jobs";
  EXPECT_TRUE(plan.memory.marked.empty());
  EXPECT_EQ(told(decided(bad + shown("a-1", "DOWN+CLOUD"), {known[0], second})), "") << "jobs may still run there";
  plan = decided(shown("a-0", drain + "+COMPLETING", reason(9000, "[HC] gpu-count: x")), {new_pod("a-0", 850)},
                 recorded({entry("a-0", 900)}));
  EXPECT_EQ(told(plan), "a-0 True NeedsAttention*;") << "a job is still completing there";
}

TEST(DecideAfterDrain, DoesOnlyWhatTheSettingsEnable) {
  const std::string bad = shown("a-0", drain, reason(700, "[HC] flapping: 4 drains"));
  AfterDrain settings = all();
  settings.pods = settings.machines = false;
  EXPECT_EQ(told(decided(bad, {pod("a-0")}, {}, settings)), "");
  settings = all();
  settings.replace.reset();
  const std::string node = shown("a-0", drain, lost);
  AfterDrainPlan plan = decided(node, {pod("a-0")}, {}, settings);
  EXPECT_EQ(acts(plan), "");
  EXPECT_EQ(told(plan), "a-0 True NeedsAttention*;m-a-0 True NeedsAttention*;");
  plan = decided(node, {pod("a-0")}, recorded({entry("a-0", 100)}), settings);
  EXPECT_EQ(acts(plan), "");
  EXPECT_EQ(first(plan),
            "a-0: needs an administrator: pod replacement is no longer enabled ([HC] gpu-count: 1 of 2 GPUs)");
  EXPECT_EQ(acts(decided("", {pod("a-0")})), "") << "no nodes are known";
}

}  // namespace
}  // namespace skiff::sidecar
