#include "sidecar/reconfigure.h"

#include <gtest/gtest.h>

#include <map>

#include "sidecar/node.h"
#include "sidecar/testing/nodes.h"

namespace skiff::sidecar {
namespace {

/// slurmctld's replies, and the clock.
struct Lab {
  std::int64_t now = 0;  // milliseconds
  MountedFiles files{1, 1000};
  std::map<Command, Reply> replies = {{Command::ping, {true, "", {}}},
                                      {Command::read_boot_time, {true, "", 1000}},
                                      {Command::parse_files, {true, "", {}}},
                                      {Command::drain_leaving, {true, "", {}}},
                                      {Command::reconfigure, {true, "", {}}}};
  Reconfigure state = begin_reconfigure(files, std::nullopt, now);
  std::map<Command, int> runs;
  std::vector<std::string> said;

  void run(std::int64_t seconds) {
    for (const std::int64_t end = now + seconds * 1000; now < end; now += 100) {
      for (Command command = next_command(state, now); command != Command::none; command = next_command(state, now)) {
        ++runs[command];
        take_reply(state, command, replies[command], files, now);
        said.insert(said.end(), state.log_lines.begin(), state.log_lines.end());
        state.log_lines.clear();
      }
    }
  }
  void edit() {
    ++files.checksum;
    files.mounted_at += 100;
    take_files(state, files, now);
    said.insert(said.end(), state.log_lines.begin(), state.log_lines.end());
    state.log_lines.clear();
  }
  int reconfigures() { return runs[Command::reconfigure]; }
  std::string last() const { return said.empty() ? "" : said.back(); }
};

TEST(Reconfigure, DoesNotReconfigureAtTheFirstStart) {
  Lab lab;
  lab.run(60);
  EXPECT_EQ(lab.reconfigures(), 0);
  EXPECT_TRUE(lab.said.empty()) << lab.said[0];
  EXPECT_EQ(lab.state.problem, "");
}

TEST(Reconfigure, ReconfiguresAtTheFirstStartIfNodesHaveOtherPlacesThanInTheFiles) {
  Lab lab;
  lab.replies[Command::read_boot_time].misplaced = true;
  lab.run(60);
  EXPECT_EQ(lab.reconfigures(), 1);
  EXPECT_EQ(lab.runs[Command::drain_leaving], 1);
  EXPECT_EQ(lab.state.problem, "");
}

TEST(Reconfigure, WaitsForASlurmctldThatTakesLongToStart) {
  Lab lab;
  lab.replies[Command::ping].good = false;
  lab.run(120);
  EXPECT_EQ(lab.state.problem, "");
  lab.replies[Command::ping].good = true;
  lab.run(3);
  EXPECT_EQ(lab.state.phase, Reconfigure::Phase::in_use);
}

TEST(Reconfigure, AppliesFilesThatChangedBeforeItStarted) {
  Lab lab;
  lab.files.mounted_at = 1001;
  lab.run(10);
  EXPECT_EQ(lab.reconfigures(), 1);
  EXPECT_EQ(lab.said, (std::vector<std::string>{"the files changed before this sidecar started",
                                                "slurmctld uses the new files"}));
}

TEST(Reconfigure, ARestartedContainerKnowsWhichFilesAreInUse) {
  Lab lab;
  lab.replies[Command::read_boot_time].boot_time = 1;
  lab.state = begin_reconfigure(lab.files, lab.files.checksum, lab.now);
  lab.run(30);
  EXPECT_EQ(lab.reconfigures(), 0);
  lab.state = begin_reconfigure(lab.files, lab.files.checksum + 1, lab.now);
  lab.run(30);
  EXPECT_EQ(lab.reconfigures(), 1);
  // The clock was set back between slurmctld's start and the change.
  lab.replies[Command::read_boot_time].boot_time = lab.files.mounted_at + 86400;
  lab.state = begin_reconfigure(lab.files, lab.files.checksum + 1, lab.now);
  lab.run(30);
  EXPECT_EQ(lab.reconfigures(), 2);
}

TEST(Reconfigure, AppliesAGoodChangeOnceWithinThreeSeconds) {
  Lab lab;
  lab.run(5);
  lab.edit();
  lab.run(3);
  EXPECT_EQ(lab.reconfigures(), 1);
  EXPECT_EQ(lab.said, (std::vector<std::string>{"the files changed", "slurmctld uses the new files"}));
  EXPECT_EQ(lab.state.problem, "");
  lab.run(60);
  EXPECT_EQ(lab.reconfigures(), 1);
}

TEST(Reconfigure, ReconfiguresOnceIfSlurmctldMissedRecords) {
  Lab lab;
  lab.run(10);
  lab.files.missed_update_at = 1500;
  take_files(lab.state, lab.files, lab.now);
  EXPECT_EQ(lab.state.log_lines,
            (std::vector<std::string>{"slurmctld missed accounting records; reconfiguring it to read them"}));
  lab.run(60);
  take_files(lab.state, lab.files, lab.now);
  lab.run(60);
  EXPECT_EQ(lab.reconfigures(), 1);
}

TEST(Reconfigure, ARestartedContainerKnowsWhetherRecordsWereMissed) {
  Lab lab;
  lab.files.missed_update_at = 1500;
  lab.state = begin_reconfigure(lab.files, lab.files.checksum, lab.now);
  // If both times are the same second, slurmctld may have read the records too early.
  lab.replies[Command::read_boot_time].boot_time = 1500;
  lab.run(60);
  EXPECT_EQ(lab.reconfigures(), 1);
  EXPECT_EQ(lab.said, (std::vector<std::string>{"slurmctld missed accounting records; reconfiguring it to read them",
                                                "slurmctld uses the new files"}));
  lab.state = begin_reconfigure(lab.files, lab.files.checksum, lab.now);
  lab.replies[Command::read_boot_time].boot_time = 1501;
  lab.run(60);
  EXPECT_EQ(lab.reconfigures(), 1);
}

TEST(Reconfigure, OnlyAStartOfSlurmctldAfterTheMissedRecordsCounts) {
  Lab lab;
  lab.run(10);
  lab.replies[Command::reconfigure] = {false, "no", {}};
  lab.replies[Command::read_boot_time].boot_time = std::nullopt;
  lab.files.missed_update_at = 1500;
  take_files(lab.state, lab.files, lab.now);
  lab.run(300);
  lab.replies[Command::read_boot_time].boot_time = 1500;
  lab.run(60);
  EXPECT_EQ(lab.state.problem, "gave up after 5 tries: no");
  lab.replies[Command::read_boot_time].boot_time = 1501;
  lab.run(60);
  EXPECT_EQ(lab.state.problem, "");
}

TEST(Reconfigure, NeverAppliesFilesThatDoNotParse) {
  Lab lab;
  lab.run(5);
  lab.replies[Command::parse_files] = {false, "scontrol: error: Parsing error\nat unrecognized key: Bogus\n", {}};
  lab.edit();
  lab.run(1);
  EXPECT_EQ(
      lab.state.problem,
      "the new files do not parse and are not applied: scontrol: error: Parsing error at unrecognized key: Bogus ");
  lab.run(120);
  EXPECT_EQ(lab.reconfigures(), 0);
  EXPECT_EQ(lab.said.size(), 2u) << "logged once";
  lab.replies[Command::parse_files].good = true;
  lab.edit();
  lab.run(5);
  EXPECT_EQ(lab.reconfigures(), 1);
  EXPECT_EQ(lab.state.problem, "");
}

TEST(Reconfigure, GivesUpAfterFiveTriesUntilSlurmctldStartsAgain) {
  Lab lab;
  lab.run(5);
  lab.replies[Command::reconfigure] = {false, "slurm_reconfigure error: Unspecified error", {}};
  lab.edit();
  lab.run(300);
  EXPECT_EQ(lab.reconfigures(), 5);
  EXPECT_EQ(lab.state.problem, "gave up after 5 tries: slurm_reconfigure error: Unspecified error");
  lab.replies[Command::read_boot_time].boot_time = lab.files.mounted_at + 1;
  lab.run(60);
  EXPECT_EQ(lab.state.problem, "");
  EXPECT_EQ(lab.last(), "slurmctld started again and uses the files");
}

TEST(Reconfigure, ComparesTimesIfSlurmctldDidNotAnswerWhenTheFilesChanged) {
  Lab lab;
  lab.run(5);
  lab.replies[Command::reconfigure] = {false, "no", {}};
  lab.replies[Command::read_boot_time].boot_time = std::nullopt;
  lab.edit();
  lab.run(300);
  // If both times are the same second, slurmctld counts as not having read the files.
  lab.replies[Command::read_boot_time].boot_time = lab.files.mounted_at;
  lab.run(60);
  EXPECT_EQ(lab.state.problem, "gave up after 5 tries: no");
  lab.replies[Command::read_boot_time].boot_time = lab.files.mounted_at + 1;
  lab.run(60);
  EXPECT_EQ(lab.state.problem, "");
}

// The clock may have been set between slurmctld's start, the change of the files, and slurmctld's next start.
const std::int64_t jumps[] = {0, 1, -1, 3600, -3600, 7 * 86400, -7 * 86400};

TEST(Reconfigure, AClockThatJumpsHidesNoChange) {
  for (const std::int64_t jump : jumps) {
    Lab lab;
    lab.run(5);
    lab.files.mounted_at += jump;
    lab.replies[Command::drain_leaving].text = "jobs on leaving nodes a-1: 77";
    lab.edit();
    lab.run(120);
    EXPECT_EQ(lab.state.problem, "waiting for jobs on leaving nodes a-1: 77") << jump;
    lab.replies[Command::drain_leaving].text = "";
    lab.run(30);
    EXPECT_EQ(lab.reconfigures(), 1) << jump;
    EXPECT_EQ(lab.last(), "slurmctld uses the new files") << jump;
  }
}

TEST(Reconfigure, AClockThatJumpsHidesNoStartOfSlurmctld) {
  for (const std::int64_t jump : jumps) {
    Lab lab;
    lab.run(5);
    lab.replies[Command::reconfigure] = {false, "no", {}};
    lab.edit();
    lab.run(300);
    EXPECT_EQ(lab.state.problem, "gave up after 5 tries: no") << jump;
    lab.replies[Command::read_boot_time].boot_time = 1200 + jump;
    lab.run(60);
    EXPECT_EQ(lab.state.problem, "") << jump;
    EXPECT_EQ(lab.reconfigures(), 5) << jump;
  }
}

TEST(Reconfigure, WaitsForJobsOnNodesThatLeave) {
  Lab lab;
  lab.run(5);
  lab.replies[Command::drain_leaving].text = "jobs on leaving nodes a-[1-2]: 77";
  lab.edit();
  lab.run(120);
  EXPECT_EQ(lab.reconfigures(), 0);
  EXPECT_EQ(lab.state.problem, "waiting for jobs on leaving nodes a-[1-2]: 77");
  EXPECT_EQ(lab.said.size(), 2u) << "logged once";
  lab.replies[Command::drain_leaving].text = "";
  lab.run(30);
  EXPECT_EQ(lab.reconfigures(), 1);
  EXPECT_EQ(lab.state.problem, "");
}

TEST(Reconfigure, DoesNotReconfigureWithoutKnowingTheRunningJobs) {
  Lab lab;
  lab.run(5);
  lab.replies[Command::drain_leaving] = {false, "slurm_load_jobs error", {}};
  lab.edit();
  lab.run(300);
  EXPECT_EQ(lab.reconfigures(), 0);
  EXPECT_EQ(lab.state.problem, "gave up after 5 tries: cannot check QOS and leaving nodes: slurm_load_jobs error");
}

TEST(Reconfigure, DetectsASlurmctldThatExitsAfterItAcceptedTheFiles) {
  Lab lab;
  lab.run(5);
  lab.edit();
  lab.replies[Command::ping].good = false;
  lab.run(60);
  EXPECT_EQ(lab.reconfigures(), 1);
  EXPECT_EQ(lab.state.problem, "slurmctld accepted the new files but no longer answers; see its log");
}

TEST(Reconfigure, AChangeDuringAnotherStartsOver) {
  Lab lab;
  lab.run(5);
  lab.edit();
  lab.run(1);
  lab.edit();
  lab.run(5);
  EXPECT_EQ(lab.reconfigures(), 2);
  EXPECT_EQ(lab.state.problem, "");
}

TEST(LeavingNodes, AreDrainedAndNodesThatStayAreUndrained) {
  const auto present =
      parse_nodes(shown("a-0", "IDLE+CLOUD") + shown("a-1", "ALLOCATED+CLOUD") +
                  shown("a-2", "IDLE+CLOUD+DRAIN", reason(5, "disk")) + shown("b-0", "IDLE+DYNAMIC_NORM"));
  Leaving found = leaving_nodes({"a-0"}, present);
  EXPECT_EQ(found.drain, (std::vector<std::string>{"a-1"}));
  EXPECT_EQ(found.leave, (std::vector<std::string>{"a-1", "a-2"}));
  EXPECT_TRUE(found.undrain.empty());
  const auto stays = parse_nodes(shown("a-0", "IDLE") + shown("a-1", "IDLE+DRAIN", reason(5, leaving_reason)) +
                                 shown("a-2", "IDLE+DRAIN", reason(5, "disk")));
  found = leaving_nodes({"a-0", "a-1", "a-2"}, stays);
  EXPECT_EQ(found.undrain, (std::vector<std::string>{"a-1"}));
  EXPECT_TRUE(found.leave.empty() && found.drain.empty());
}

}  // namespace
}  // namespace skiff::sidecar
