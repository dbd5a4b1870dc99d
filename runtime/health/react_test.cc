#include "react.h"

#include <gtest/gtest.h>

namespace skiff::health {
namespace {

Outcome outcome(const std::string& id, Level level, const std::string& detail = "d") {
  return {id, Result{level, detail, {}}, {}};
}

const std::vector<Outcome> bad = {outcome("gpu-count", Level::critical, "7 of 8 GPUs"),
                                  outcome("space:/", Level::warn)};
const std::vector<Outcome> good = {outcome("gpu-count", Level::ok), outcome("space:/", Level::warn)};
const std::vector<Outcome> dark = {outcome("gpu-count", Level::unknown), outcome("space:/", Level::warn)};

struct ReactTest : testing::Test {
  ReactTest() { state.slurmctld_never_asked = false; }
  const Settings settings = parse_settings("{}");
  Decision run(const std::vector<Outcome>& outcomes) {
    now += 30;
    Decision decision = decide(outcomes, record, settings, now, failure, state);
    // Change the record as slurmctld would.
    if (decision.drain) record = {"IDLE+DRAIN", *decision.drain, now, ""};
    if (decision.new_reason) record.reason = *decision.new_reason;
    if (decision.resume) record = {"IDLE", "", 0, ""};
    return decision;
  }
  NodeRecord record{"IDLE", "", 0, ""};
  State state;
  std::optional<JobFailure> failure;
  std::int64_t now = 1000;
};

TEST_F(ReactTest, CriticalDrainsAndThreeGoodRunsResume) {
  EXPECT_EQ(run(bad).drain, "[HC] gpu-count: 7 of 8 GPUs");
  EXPECT_FALSE(run(bad).drain);
  EXPECT_FALSE(run(good).resume);
  EXPECT_FALSE(run(good).resume);
  EXPECT_TRUE(run(good).resume);
  EXPECT_TRUE(state.reason.empty() && state.causes.empty());
  EXPECT_FALSE(must_ask(good, state, {}));
}

TEST_F(ReactTest, ABadRunRestartsTheCount) {
  run(bad);
  run(good), run(good), run(bad), run(good), run(good);
  EXPECT_TRUE(record.drained());
  EXPECT_TRUE(run(good).resume);
}

TEST_F(ReactTest, UnknownNeitherDrainsNorCountsAsGood) {
  EXPECT_FALSE(run(dark).drain);
  EXPECT_FALSE(must_ask(dark, state, {}));
  run(bad);
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(run(dark).resume);
  run(good), run(good);
  EXPECT_TRUE(run(good).resume);
}

TEST_F(ReactTest, AnAdministratorsDrainIsNeverTouched) {
  record = {"IDLE+DRAIN", "disk swap", now, ""};
  for (int i = 0; i < 5; ++i) {
    const Decision decision = run(bad);
    EXPECT_FALSE(decision.drain || decision.new_reason || decision.resume);
  }
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(run(good).resume);
  EXPECT_EQ(record.reason, "disk swap");
}

TEST_F(ReactTest, ADrainWithAChangedReasonIsLeftAlone) {
  run(bad);
  record.reason += ", ticket 7";
  for (int i = 0; i < 10; ++i) {
    const Decision decision = run(good);
    EXPECT_FALSE(decision.resume || decision.new_reason);
  }
}

TEST_F(ReactTest, AManualResumeIsAcknowledged) {
  run(bad);
  record = {"IDLE", "", 0, ""};
  const Decision decision = run(bad);
  EXPECT_TRUE(decision.acknowledge);
  EXPECT_FALSE(decision.drain);
  EXPECT_TRUE(state.drains.empty());
  // The problem still exists, so the node is drained again.
  EXPECT_TRUE(run(bad).drain);
}

TEST_F(ReactTest, EachDrainDoublesTheGoodRunsAndTheFourthNeedsAnAdministrator) {
  int needed = 3;
  for (int drains = 1; drains < 4; ++drains, needed *= 2) {
    EXPECT_TRUE(run(bad).drain);
    for (int i = 1; i < needed; ++i) EXPECT_FALSE(run(good).resume);
    EXPECT_TRUE(run(good).resume) << drains;
  }
  EXPECT_TRUE(run(bad).drain);
  EXPECT_EQ(run(good).new_reason, "[HC] flapping: 4 drains, last gpu-count: 7 of 8 GPUs");
  for (int i = 0; i < 100; ++i) {
    const Decision decision = run(good);
    EXPECT_FALSE(decision.resume || decision.new_reason);
  }
}

TEST_F(ReactTest, DrainsOutsideTheWindowDoNotCount) {
  run(bad);
  run(good), run(good), run(good);
  now += 86400;
  run(bad);
  EXPECT_EQ(state.drains.size(), 1U);
}

TEST_F(ReactTest, WithoutAStateADrainIsRecognizedByItsMark) {
  record = {"IDLE+DRAIN", "[HC] gpu-count: 7 of 8 GPUs", now, ""};
  state = State();
  EXPECT_TRUE(must_ask(good, state, {}));
  run(good);
  state.slurmctld_never_asked = false;
  run(good);
  EXPECT_TRUE(run(good).resume);
}

TEST_F(ReactTest, ABenchmarksDrainIsLeftAlone) {
  record = {"IDLE+DRAIN", "[HC] nccl-all-reduce: 312.4 GB/s below 350 GB/s", now, ""};
  state = State();
  for (int i = 0; i < 10; ++i) {
    const Decision decision = run(i % 3 ? good : bad);
    EXPECT_FALSE(decision.resume || decision.new_reason || decision.drain);
    state.slurmctld_never_asked = false;
  }
}

TEST_F(ReactTest, SlurmsDrainForOurFailedPrologIsTakenOver) {
  failure = JobFailure{now + 30, "[HC] gpu-processes: GPU 0", "gpu-processes"};
  record = {"IDLE+DRAIN", "Prolog error", now + 31, ""};
  EXPECT_EQ(run(good).new_reason, "[HC] gpu-processes: GPU 0");
  EXPECT_TRUE(state.causes.contains("gpu-processes"));
  failure.reset();
  run(good), run(good);
  EXPECT_TRUE(run(good).resume);
}

TEST_F(ReactTest, SlurmsDrainForAnotherPrologIsLeftAlone) {
  record = {"IDLE+DRAIN", "Prolog error", now - 500, ""};
  failure = JobFailure{now, "[HC] gpu-processes: GPU 0", "gpu-processes"};
  EXPECT_FALSE(run(good).new_reason);
  failure.reset();
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(run(good).resume);
}

TEST_F(ReactTest, ANewCauseChangesTheReasonAndNewDetailsDoNot) {
  run(bad);
  EXPECT_FALSE(run({outcome("gpu-count", Level::critical, "6 of 8 GPUs")}).new_reason);
  EXPECT_EQ(run({outcome("mount:/a", Level::critical, "gone")}).new_reason, "[HC] mount:/a: gone");
}

TEST(Reason, IsOneSafeLine) {
  const Outcome one = outcome("custom:x", Level::critical, "a\n\"b\" \xff" + std::string(400, 'c'));
  const Outcome two = outcome("y", Level::critical);
  const std::string reason = reason_for({&one, &two});
  EXPECT_TRUE(reason.starts_with("[HC] custom:x: a?\"b\" ?ccc"));
  EXPECT_TRUE(reason.ends_with("c (and 1 more)"));
  EXPECT_EQ(reason.size(), 250U);
}

TEST(Reason, KeepsQuotesAndBackslashes) {
  const Outcome one = outcome("mount:/a", Level::critical, "can't open \"C:\\x\" or `y`; $(z)");
  EXPECT_EQ(reason_for({&one}), "[HC] mount:/a: can't open \"C:\\x\" or `y`; $(z)");
}

// scontrol removes a quotation mark at the end, so that the reason would not be recognized as ours.
TEST(Reason, EndsInNoQuotationMark) {
  const Outcome one = outcome("x", Level::critical, "no \"file\"");
  EXPECT_EQ(reason_for({&one}), "[HC] x: no \"file'");
  const Outcome cut = outcome("x", Level::critical, std::string(241, 'c') + "\"" + "d");
  EXPECT_EQ(reason_for({&cut}), "[HC] x: " + std::string(241, 'c') + "'");
  const Outcome two = outcome("y", Level::critical);
  EXPECT_EQ(reason_for({&one, &two}), "[HC] x: no \"file\" (and 1 more)");
}

TEST_F(ReactTest, TheReasonOfTooManyDrainsEndsInNoQuotationMark) {
  // The reason is cut just after the quotation mark.
  const std::string detail =
      std::string(250 - std::string("[HC] flapping: 4 drains, last x: ").size() - 1, 'c') + "\"dd";
  for (int drains = 0, needed = 3; drains < 4; ++drains, needed *= 2) {
    EXPECT_TRUE(run({outcome("x", Level::critical, detail)}).drain);
    for (int i = 0; i < needed && drains < 3; ++i) run(good);
  }
  const auto reason = run(good).new_reason;
  ASSERT_TRUE(reason);
  EXPECT_EQ(reason->size(), 250U);
  EXPECT_TRUE(reason->ends_with("c'")) << *reason;
}

}  // namespace
}  // namespace skiff::health
