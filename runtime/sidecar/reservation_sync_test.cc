#include "sidecar/reservation_sync.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "common/files.h"
#include "common/testing/tree.h"

namespace skiff::sidecar {
namespace {

/// scontrol and squeue as scripts. scontrol shows the file `shown`, fails if the file `busy` exists, and adds its
/// arguments to the file `calls`.
struct ReservationSyncTest : testing::Test {
  ReservationSyncTest() {
    settings.config = settings.run = tree.root;
    settings.reservation_record = tree.root + "/reservations.json";
    command("scontrol", R"(if [ "$3" = show ]; then cat shown; exit; fi
printf '%s\n' "$*" >>calls
[ ! -e busy ] || { echo 'Requested nodes are busy' >&2; exit 1; }
case $1 in
  create) printf '%s\n' "ReservationName=m StartTime=2026-01-13T05:00:00 EndTime=2026-01-13T09:00:00 Nodes=c-0 NodeCnt=1 Flags=SPEC_NODES,WEEKLY Users=root" >shown ;;
  delete) : >shown ;;
esac)");
    command("squeue", "cat jobs");
    for (const char* file : {"/shown", "/calls", "/jobs"}) tree.write(file, "");
  }
  void command(const std::string& name, const std::string& text) {
    tree.write("/" + name, "#!/bin/bash\ncd \"$(dirname \"$0\")\"\n" + text + "\n");
    chmod((tree.root + "/" + name).c_str(), 0755);
  }
  /// Writes the spec's line, and does what is due.
  void apply(const std::string& line) {
    tree.write("/reservations.conf", line);
    sync.reread_file(time);
    step();
  }
  void step() { sync.step(time, 1767700800); }  // 2026-01-06T12:00:00
  /// What scontrol was called with since the last time.
  std::string calls() {
    const std::string text = read_text(tree.root + "/calls").value_or("");
    tree.write("/calls", "");
    return text;
  }

  const std::string weekly =
      "Reservation=m StartTime=2026-01-06T05:00:00 Duration=04:00:00 Users=root Nodes=c-0 Flags=WEEKLY\n";
  const std::string create =
      "create reservation ReservationName=m StartTime=2026-01-13T05:00:00 Duration=240 Users=root Nodes=c-0 "
      "Flags=WEEKLY\n";
  Tree tree;
  Settings settings;
  const Log log{"info", LogFormat::text};
  const std::atomic<bool> stop = false;
  const Slurm slurm{tree.root, tree.root, stop};
  ReservationSync sync{settings, slurm, log};
  std::int64_t time = 5;
};

TEST_F(ReservationSyncTest, WaitsForAFile) {
  EXPECT_EQ(sync.due(), INT64_MAX);
  sync.reread_file(time);
  EXPECT_EQ(sync.due(), INT64_MAX);
  step();
  EXPECT_EQ(calls(), "");
}

TEST_F(ReservationSyncTest, CreatesItOnceAndRemovesIt) {
  apply(weekly);
  EXPECT_EQ(calls(), create);
  EXPECT_EQ(sync.due(), 5 + 600000);
  time = sync.due();
  step();
  EXPECT_EQ(calls(), "");
  // Without the file, the one that was created is removed.
  std::filesystem::remove(tree.root + "/reservations.conf");
  sync.reread_file(time);
  step();
  EXPECT_EQ(calls(), "delete ReservationName=m\n");
  EXPECT_EQ(read_text(settings.reservation_record), "{\"reservations\":{}}\n");
  ReservationSync next(settings, slurm, log);
  next.reread_file(time);
  EXPECT_EQ(next.due(), INT64_MAX);
}

TEST_F(ReservationSyncTest, LeavesOneThatWasThereBefore) {
  apply("");
  tree.write("/shown",
             "ReservationName=m StartTime=2026-01-13T05:00:00 EndTime=2026-01-13T09:00:00 Nodes=c-0 NodeCnt=1 "
             "Flags=SPEC_NODES,WEEKLY Users=root\n");
  apply(weekly);
  apply("");
  EXPECT_EQ(calls(), "");
}

TEST_F(ReservationSyncTest, RetriesWithGrowingPauses) {
  tree.write("/busy", "");
  testing::internal::CaptureStderr();
  apply(weekly);
  EXPECT_EQ(sync.due(), 2005);
  time = 2005;
  step();
  EXPECT_EQ(sync.due(), 6005);
  const std::string said = testing::internal::GetCapturedStderr();
  const std::string problem = "reservations: m: scontrol: Requested nodes are busy";
  EXPECT_NE(said.find(problem), said.npos) << said;
  EXPECT_EQ(said.find(problem, said.find(problem) + 1), said.npos) << said;
  EXPECT_EQ(calls(), create + create);
  tree.remove("/busy");
  time = 6005;
  step();
  EXPECT_EQ(calls(), create);
  EXPECT_EQ(sync.due(), 6005 + 600000);
}

TEST_F(ReservationSyncTest, ReplacesItWhenItHasNoJobs) {
  apply(weekly);
  calls();
  tree.write("/jobs", "77\n78\n");
  std::string daily = weekly;
  daily.replace(daily.find("WEEKLY"), 6, "DAILY");
  apply(daily);
  EXPECT_EQ(calls(), "");
  tree.write("/jobs", "");
  time = sync.due();
  step();
  EXPECT_EQ(calls(),
            "delete ReservationName=m\n"
            "create reservation ReservationName=m StartTime=2026-01-07T05:00:00 Duration=240 Users=root Nodes=c-0 "
            "Flags=DAILY\n");
}

TEST_F(ReservationSyncTest, IgnoresABrokenRecord) {
  tree.write("/reservations.json", "{");
  apply(weekly);
  EXPECT_EQ(calls(), create);
  EXPECT_EQ(parse_reservation_memory(*read_text(settings.reservation_record)).count("m"), 1U);
}

}  // namespace
}  // namespace skiff::sidecar
