#include <gtest/gtest.h>

#include "checks/checks.h"
#include "testing/fixture.h"

namespace skiff::health {
namespace {

struct StuckProcesses : CheckTest {
  void process(int pid, char state, int parent = 1, int started = 500, const std::string& name = "cp (a) b") {
    tree.write("/proc/" + std::to_string(pid) + "/stat",
               std::to_string(pid) + " (" + name + ") " + state + " " + std::to_string(parent) +
                   " 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 " + std::to_string(started) + " 0 0");
  }
  std::string look(int seconds) {
    node.now += seconds;
    return said(again(stuck_processes, "stuck-processes"));
  }
};

TEST_F(StuckProcesses, FiveMinutesOfUninterruptibleSleepAreCritical) {
  process(7, 'D');
  process(8, 'S');
  EXPECT_EQ(look(0), "ok: none");
  EXPECT_EQ(look(300), "ok: none");
  EXPECT_EQ(look(1), "critical: cp (a) b (7) has been in uninterruptible sleep for 301 s");
  process(7, 'R');
  EXPECT_EQ(look(1), "ok: none");
  process(7, 'D');
  EXPECT_EQ(look(1), "ok: none");
}

TEST_F(StuckProcesses, ZombiesAreAWarning) {
  process(7, 'Z');
  look(0);
  EXPECT_EQ(look(301), "warn: cp (a) b (7) has been a zombie for 301 s");
}

TEST_F(StuckProcesses, AReusedPidCountsAsANewProcess) {
  process(7, 'D');
  look(0);
  process(7, 'D', 1, 900);
  EXPECT_EQ(look(301), "ok: none");
}

TEST_F(StuckProcesses, KernelThreadsAreIgnored) {
  process(2, 'D', 0);
  process(9, 'D', 2);
  look(0);
  EXPECT_EQ(look(1000), "ok: none");
}

}  // namespace
}  // namespace skiff::health
