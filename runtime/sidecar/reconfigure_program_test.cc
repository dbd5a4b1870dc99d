// skiff-sidecar as a program, with files that change. The tests of the decisions are in the other files.
#include <gtest/gtest.h>

#include "sidecar/testing/program.h"

namespace skiff::sidecar {
namespace {

struct ReconfigureProgram : ProgramTest {
  void start() { ProgramTest::start(""); }
  int offered() const { return count("/calls", "scontrol reconfigure"); }
};

TEST_F(ReconfigureProgram, AppliesAGoodChangeOnceWhenInotifyReportsIt) {
  only_events();
  start();
  soon([&] { return !text("/run/in-use").empty(); }, "the record of the files in use");
  EXPECT_EQ(offered(), 0) << "no needless reconfigure at the first start";
  replace("/conf/slurm.conf", "ClusterName=a # new\n");
  called_soon("scontrol reconfigure");
  said_soon("reconfigure: slurmctld uses the new files");
  EXPECT_EQ(offered(), 1);
  ends_well();
  start();
  soon([&] { return count("/log", "watching") == 2; }, "another start");
  ends_well();
  EXPECT_EQ(offered(), 1);
}

TEST_F(ReconfigureProgram, WritesMetricsIfTheSettingsAskForThem) {
  start();
  soon([&] { return !text("/run/in-use").empty(); }, "the record of the files in use");
  ends_well();
  EXPECT_EQ(text("/run/metrics"), "");
  ProgramTest::start(",\"metrics\":true");
  soon([&] { return has("/run/metrics", "skiff_sidecar_config_in_use 1\n"); }, "metrics");
  ends_well();
}

TEST_F(ReconfigureProgram, RejectsFilesThatDoNotParseWhenInotifyReportsThem) {
  only_events();
  start();
  soon([&] { return !text("/run/in-use").empty(); }, "the record of the files in use");
  replace("/conf/slurm.conf", "Bogus=1\n");
  ready_soon(false);
  EXPECT_TRUE(has("/run/failing", "reconfigure: the new files do not parse and are not applied: "))
      << text("/run/failing");
  EXPECT_TRUE(has("/run/failing", "unrecognized key: Bogus"));
  replace("/conf/slurm.conf", "ClusterName=a # right\n");
  ready_soon();
  EXPECT_EQ(offered(), 1);
  ends_well();
}

TEST_F(ReconfigureProgram, WaitsForJobsOnNodesThatLeave) {
  start();
  soon([&] { return !text("/run/in-use").empty(); }, "the record of the files in use");
  nodes(shown("a-0", "IDLE+CLOUD") + shown("a-1", "ALLOCATED+CLOUD") + shown("a-2", "IDLE+CLOUD+DRAIN", "disk") +
        shown("b-0", "IDLE+DYNAMIC_NORM"));
  tree.write("/jobs", "77\n");
  replace("/conf/slurm.conf", "NodeName=a-0 CPUs=1\n");
  ready_soon(false);
  EXPECT_EQ(text("/run/failing"), "reconfigure: waiting for jobs on leaving nodes a-1,a-2: 77\n");
  EXPECT_TRUE(has("/calls", "scontrol update nodename=a-1 state=drain reason=skiff: node leaves the cluster"));
  EXPECT_EQ(offered(), 0);
  ends_well();
}

// slurmctld would exit.
TEST_F(ReconfigureProgram, TakesNodesOutOfPlacesThatTheNewTopologyDoesNotHave) {
  start();
  soon([&] { return !text("/run/in-use").empty(); }, "the record of the files in use");
  nodes("NodeName=a-0 State=IDLE+CLOUD Topology=default:old\nNodeName=a-1 State=IDLE+CLOUD Topology=default:new\n");
  tree.write("/conf/topology.yaml",
             "# The network topology. Made by skiff from the spec\n- topology: default\n      - block: new\n");
  replace("/conf/slurm.conf", "NodeName=a-0,a-1 CPUs=1\n");
  called_soon("scontrol reconfigure");
  const std::string calls = text("/calls");
  const auto cleared = calls.find("scontrol update nodename=a-0 topology=\n");
  EXPECT_LT(cleared, calls.find("scontrol reconfigure")) << calls;
  EXPECT_EQ(calls.find("nodename=a-1"), calls.npos);
  ends_well();
}

// The new files do not place nodes by labels any more. With that change, slurmctld's pod was replaced.
TEST_F(ReconfigureProgram, TakesNodesOutOfOldPlacesWhenItStarts) {
  nodes("NodeName=a-0 State=IDLE+CLOUD Topology=default:old\n");
  tree.write("/conf/topology.yaml",
             "# The network topology. Made by skiff from the spec\n- topology: default\n"
             "      - block: old\n      - block: new\n        nodes: a-0\n");
  replace("/conf/slurm.conf", "NodeName=a-0 CPUs=1\n");
  start();
  called_soon("scontrol reconfigure");
  const std::string calls = text("/calls");
  EXPECT_LT(calls.find("scontrol update nodename=a-0 topology=\n"), calls.find("scontrol reconfigure")) << calls;
  EXPECT_TRUE(says("nodes have places that contradict the topology"));
  ends_well();
}

// A slurmd that does not know a parameter exits, and its jobs end with its container.
TEST_F(ReconfigureProgram, WaitsForWorkersOfAnOlderRelease) {
  start();
  soon([&] { return !text("/run/in-use").empty(); }, "the record of the files in use");
  nodes(
      "NodeName=a-0 Version=24.11.5 OS=Linux State=MIXED+CLOUD\nNodeName=a-1 Version=26.05.1 OS=Linux State=IDLE+CLOUD\n");
  replace("/conf/slurm.conf", "NodeName=a-0,a-1 CPUs=1\n");
  ready_soon(false);
  EXPECT_EQ(
      text("/run/failing"),
      "reconfigure: waiting for new pods of nodes a-0: their slurmd is of Slurm 24.11 and could exit because of the "
      "new files\n");
  EXPECT_EQ(offered(), 0);
  nodes(
      "NodeName=a-0 Version=26.05.5 OS=Linux State=IDLE+CLOUD\nNodeName=a-1 Version=26.05.1 OS=Linux State=IDLE+CLOUD\n");
  ready_soon();
  EXPECT_EQ(offered(), 1);
  ends_well();
}

TEST_F(ReconfigureProgram, NodesKeepTheirPlacesWhileAChangeWaits) {
  start();
  soon([&] { return !text("/run/in-use").empty(); }, "the record of the files in use");
  nodes("NodeName=a-0 State=IDLE+CLOUD Topology=default:old\n" + shown("a-1", "ALLOCATED+CLOUD"));
  tree.write("/jobs", "77\n");
  replace("/conf/slurm.conf", "NodeName=a-0 CPUs=1\n");
  ready_soon(false);
  EXPECT_EQ(text("/run/failing"), "reconfigure: waiting for jobs on leaving nodes a-1: 77\n");
  EXPECT_FALSE(has("/calls", "topology="));
  ends_well();
}

TEST_F(ReconfigureProgram, RestartsWhenItsSettingsChange) {
  only_events();
  start();
  said_soon("watching");
  replace("/settings.json", text("/settings.json").insert(1, R"("power":true,)"));
  said_soon("power: managing the elastic node sets of tide");
  const pid_t pid = program->pid();
  EXPECT_EQ(kill(pid, 0), 0);
  replace("/settings.json", "{\"powr\":true}");
  EXPECT_EQ(program->wait(), 1) << "kept running with invalid settings";
  EXPECT_TRUE(says("settings.json: cluster: must be given") || says("must be given")) << text("/log");
}

TEST_F(ReconfigureProgram, ExitsIfItCannotWork) {
  ProgramTest::start(R"(,"powr":true)");
  EXPECT_EQ(program->wait(), 1);
  EXPECT_TRUE(says("settings.json: powr: unknown field")) << text("/log");
  tree.remove("/run");
  start();
  EXPECT_EQ(program->wait(), 1);
  EXPECT_TRUE(says("/run/failing cannot be written: No such file or directory")) << text("/log");
}

}  // namespace
}  // namespace skiff::sidecar
