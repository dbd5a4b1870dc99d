#include "workers.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <stdexcept>

#include "stuck.h"
#include "testing/fixture.h"
#include "verdict_encoding.h"

namespace skiff::health {
namespace {

using std::chrono::milliseconds;

Task task(const std::string& id, const std::string& worker, std::function<Verdict(const Node&)> run,
          int limit = 30000) {
  return {id, periodic, worker, milliseconds(limit), Level::critical, std::move(run)};
}

Verdict good(const Node&) { return Result{Level::ok, "good", "memory"}; }
Verdict hang(const Node&) {
  sleep(60);
  return std::nullopt;
}

struct WorkersTest : CheckTest {
  std::vector<Outcome> run(const std::vector<Task>& tasks, int whole = 60000) {
    const auto before = std::chrono::steady_clock::now();
    auto outcomes = run_tasks(node, tasks, milliseconds(whole), tree.root);
    took = std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - before);
    return outcomes;
  }
  milliseconds took{0};
};

TEST_F(WorkersTest, OutcomesHaveTheOrderOfTheTasksAndTheirMemory) {
  const auto outcomes =
      run({task("a", "x", good), task("b", "y", [](const Node&) { return Verdict(); }), task("c", "x", good)});
  ASSERT_EQ(outcomes.size(), 3U);
  EXPECT_EQ(said(outcomes[0].verdict), "ok: good");
  EXPECT_EQ(outcomes[0].verdict->memory, "memory");
  EXPECT_FALSE(outcomes[1].verdict);
  EXPECT_EQ(outcomes[2].id, "c");
}

TEST_F(WorkersTest, AHungTaskIsKilledAndOtherWorkersContinue) {
  const auto outcomes = run({task("a", "disk", hang, 300), task("b", "disk", good), task("c", "other", good)});
  EXPECT_EQ(said(outcomes[0].verdict), "critical: no answer within 300 ms");
  EXPECT_EQ(said(outcomes[1].verdict), "unknown: not checked, because a hangs");
  EXPECT_EQ(said(outcomes[2].verdict), "ok: good");
  EXPECT_LT(took, milliseconds(20000));
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);  // no child is left
}

TEST_F(WorkersTest, TheHostWorkerContinuesAfterAHang) {
  EXPECT_EQ(said(run({task("a", "host", hang, 300), task("b", "host", good)})[1].verdict), "ok: good");
}

TEST_F(WorkersTest, ACrashAffectsOnlyOneCheck) {
  const auto outcomes = run({task("a", "x", [](const Node&) -> Verdict { abort(); }), task("b", "x", good),
                             task("c", "x", [](const Node&) -> Verdict { throw std::logic_error("oh"); })});
  EXPECT_EQ(said(outcomes[0].verdict), "unknown: the check was killed by signal 6");
  EXPECT_EQ(said(outcomes[1].verdict), "ok: good");
  EXPECT_EQ(said(outcomes[2].verdict), "unknown: oh");
}

TEST_F(WorkersTest, TheRunEndsAtItsDeadline) {
  std::vector<Task> tasks;
  for (int i = 0; i < 40; ++i) tasks.push_back(task(std::to_string(i), std::to_string(i), hang, 60000));
  const auto outcomes = run(tasks, 400);
  for (const auto& outcome : outcomes) EXPECT_EQ(said(outcome.verdict), "unknown: the run timed out");
  EXPECT_LT(took, milliseconds(30000));
}

TEST_F(WorkersTest, AWorkerWithAStuckProcessIsSkipped) {
  const pid_t child = fork();
  if (child == 0) {
    sleep(60);
    _exit(0);
  }
  remember_stuck(tree.root, "files:/data", child);
  EXPECT_EQ(stuck_in(tree.root, "files:/data"), child);
  const auto outcomes = run({task("a", "files:/data", good), task("b", "files:/other", good)});
  EXPECT_EQ(said(outcomes[0].verdict), "critical: process " + std::to_string(child) + " of an earlier run still hangs");
  EXPECT_EQ(said(outcomes[1].verdict), "ok: good");
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_EQ(said(run({task("a", "files:/data", good)})[0].verdict), "ok: good");
}

TEST_F(WorkersTest, LargeMemoryIsTransferredCompletely) {
  const std::string large(300000, 'x');
  const auto outcomes = run({task("a", "x", [&](const Node&) { return Result{Level::warn, "d", large}; })});
  EXPECT_EQ(outcomes[0].verdict->memory, large);
}

TEST(VerdictEncoding, AMalformedVerdictIsUnknown) {
  // No content; only a level; an invalid level; a text that is longer than the whole; a missing text.
  for (const std::string& body : {std::string(), std::string("1"), std::string("9-") + std::string(8, '\0'),
                                  std::string("2-\x40\0\0\0short", 11), std::string("2-\0\0\0\0", 6)}) {
    std::string bytes{static_cast<char>(body.size()), 0, 0, 0};
    bytes += body;
    const auto verdict = take_verdict(bytes);
    ASSERT_TRUE(verdict && *verdict) << body;
    EXPECT_EQ(said(*verdict), "unknown: the check returned a malformed result");
    EXPECT_TRUE(bytes.empty());
  }
}

TEST(VerdictEncoding, IsDecodedOnlyWhenComplete) {
  const std::string frame = encode_verdict(Result{Level::warn, "detail", {}});
  std::string bytes = frame.substr(0, frame.size() - 1);
  EXPECT_FALSE(take_verdict(bytes));
  bytes += frame.back();
  const auto verdict = take_verdict(bytes);
  ASSERT_TRUE(verdict && *verdict);
  EXPECT_EQ(said(*verdict), "warn: detail");
  EXPECT_FALSE((*verdict)->memory);
  EXPECT_TRUE(bytes.empty());
}

}  // namespace
}  // namespace skiff::health
