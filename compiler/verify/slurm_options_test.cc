#include <gtest/gtest.h>

#include "verify/checks.h"
#include "verify/fixture.h"

namespace skiff {
namespace {

// The first diagnostic, without its location.
std::string found(const std::string& text, Version version = {24, 11}) {
  Fixture fixture;
  fixture.add_conf("slurm/slurm.conf", text);
  fixture.slurm = version;
  Diagnostics out;
  check_options(fixture.input(), out);
  const std::string all = lines(out);
  return all.substr(0, all.find(" (slurm/"));
}

TEST(SlurmOptions, TheRestOfAListIsReadAsTheNumber) {
  EXPECT_EQ(found("PreemptParameters=min_exempt_priority=5,youngest_first\n"),
            "SKF485 \"min_exempt_priority=5\" must be the last item of the list; otherwise slurmctld exits");
  EXPECT_EQ(found("PreemptParameters=youngest_first,min_exempt_priority=5\n"), "");
  EXPECT_EQ(found("PreemptParameters=min_exempt_priority=5,youngest_first\n", {25, 5}), "");
  EXPECT_EQ(found("PreemptParameters=Suspend_Grace_Time=5,youngest_first\n", {26, 5}),
            "SKF485 \"Suspend_Grace_Time=5\" must be the last item of the list; otherwise the steps use 2 seconds");
  EXPECT_EQ(found("PreemptParameters=\"youngest_first,suspend_grace_time=5\"\n", {26, 5}), "");
}

TEST(SlurmOptions, LimitsOfTheBackfillSchedulerHaveAnEffect) {
  EXPECT_EQ(found("SchedulerParameters=bf_max_job_user=5,bf_max_job_assoc=9\n"),
            "SKF485 \"bf_max_job_user=5\" has no effect beside \"bf_max_job_assoc=9\": remove one of them");
  EXPECT_EQ(found("SchedulerParameters=bf_max_job_user=5,bf_max_job_assoc=0\n"), "");
  EXPECT_EQ(found("SchedulerParameters=bf_max_job_user_part=5,bf_max_job_assoc=9\n"), "");
  EXPECT_EQ(found("SchedulerType=sched/builtin\nSchedulerParameters=bf_max_job_user=5,bf_max_job_assoc=9\n"), "");
  EXPECT_EQ(found("SchedulerParameters=bf_max_job_part=500\n"),
            "SKF485 \"bf_max_job_part=500\" must be less than bf_max_job_test, 500, to have an effect");
  EXPECT_EQ(found("SchedulerParameters=bf_max_job_part=499\n"), "");
  EXPECT_EQ(found("SchedulerParameters=bf_max_job_part=500,bf_max_job_test=1000\n"), "");
}

TEST(SlurmOptions, TheMainSchedulerHasHalfOfMessageTimeout) {
  EXPECT_EQ(
      found("SchedulerParameters=max_sched_time=6\n"),
      "SKF485 \"max_sched_time=6\" must be at most 5, half of MessageTimeout; otherwise slurmctld uses 2 seconds or "
      "less");
  EXPECT_EQ(found("SchedulerParameters=max_sched_time=5\n"), "");
  EXPECT_EQ(found("MessageTimeout=100\nSchedulerParameters=max_sched_time=50\n"), "");
}

TEST(SlurmOptions, PowerSavingStaysOn) {
  EXPECT_EQ(found("SlurmctldParameters=idle_on_node_suspend,power_save_interval=61\n"),
            "SKF485 \"power_save_interval=61\" must be at most 60; otherwise slurmctld turns power saving off");
  EXPECT_NE(found("SlurmctldParameters=power_save_min_interval=61\n", {26, 5}), "");
  EXPECT_EQ(found("SlurmctldParameters=power_save_interval=60\n"), "");
  EXPECT_EQ(found("SlurmctldParameters=power_save_interval=61\n", {23, 11}), "");
  EXPECT_EQ(found("ResumeRate=0\nSuspendRate=0\nSlurmctldParameters=power_save_interval=61\n"), "");
}

}  // namespace
}  // namespace skiff
