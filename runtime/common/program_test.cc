#include "common/program.h"

#include <gtest/gtest.h>
#include <signal.h>

namespace skiff {
namespace {

using std::chrono::milliseconds;

Program shell(const std::string& script, int limit = 60000) {
  return run_program({"/bin/sh", "-c", script}, {"PATH=/usr/bin:/bin", "WORD=it"}, milliseconds(limit));
}

TEST(RunProgram, ReturnsExitCodeAndOutput) {
  const Program program = shell("echo \"said $WORD\"; echo more >&2; exit 3");
  EXPECT_EQ(program.code, 3);
  EXPECT_EQ(program.output, "said it\nmore\n");
  EXPECT_EQ(program.first_line(), "said it");
}

TEST(RunProgram, KillsAProgramAtTheDeadline) {
  const auto before = std::chrono::steady_clock::now();
  // Long enough for a shell to start on a busy machine.
  const Program program = shell("echo begun; exec sleep 60", 2000);
  EXPECT_TRUE(program.timed_out);
  EXPECT_EQ(program.first_line(), "begun");
  EXPECT_LT(std::chrono::steady_clock::now() - before, milliseconds(30000));
}

TEST(RunProgram, DoesNotWaitForAChildThatHoldsTheOutputOpen) {
  const auto before = std::chrono::steady_clock::now();
  const Program program = shell("sleep 600 & echo $!", 60000);
  EXPECT_LT(std::chrono::steady_clock::now() - before, milliseconds(50000));
  EXPECT_EQ(program.code, 0);
  kill(std::stoi(program.output), SIGKILL);
}

TEST(RunProgram, ReportsSignalsMissingProgramsAndTruncatedOutput) {
  EXPECT_EQ(shell("kill -SEGV $$").signal, 11);
  EXPECT_EQ(run_program({"/no/such/program"}, {}, milliseconds(1000)).code, 127);
  const Program much = shell("yes | head -c 100000");
  EXPECT_EQ(much.output.size(), 4096U);
  EXPECT_TRUE(much.cut_off);
}

TEST(RunProgram, SeparatesStderrAndKillsTheProgramOnStop) {
  std::atomic<bool> stop = false;
  const RunOptions options{.errors_apart = true, .stop = &stop};
  const auto run = [&] {
    return run_program({"/bin/sh", "-c", "echo out; echo err >&2; exec sleep 2"}, {"PATH=/usr/bin:/bin"},
                       milliseconds(60000), options);
  };
  const Program whole = run();
  EXPECT_EQ(whole.code, 0);
  EXPECT_EQ(whole.output, "out\n");
  EXPECT_EQ(whole.errors, "err\n");
  stop = true;
  EXPECT_TRUE(run().timed_out);
}

}  // namespace
}  // namespace skiff
