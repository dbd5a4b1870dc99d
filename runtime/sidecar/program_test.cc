// skiff-sidecar as a program, with an API server that sends pages, refuses, gives wrong answers or is unavailable. It
// must use the current token, report problems, and do nothing if an answer is incomplete. The tests of the decisions
// are in the other files.
#include "sidecar/testing/program.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <optional>

namespace skiff::sidecar {
namespace {

using nlohmann::json;

const char* sets =
    R"({"metadata":{},"items":[{"metadata":{"name":"a","namespace":"slurm","uid":"t","annotations":{"skiff/min":"0",
  "skiff/max":"4","skiff/retry-after":"300"}},"template":{"metadata":{"labels":{"skiff/scaling":"elastic"}},"spec":{"containers":[]}}}]})";

/// A node of an elastic set is being powered up.
struct PowerProgram : ProgramTest {
  PowerProgram() {
    tree.write("/api/podtemplates.json", sets);
    nodes(shown("a-0", "ALLOCATED+CLOUD+POWERING_UP"));
  }
  void start() { ProgramTest::start(R"(,"power":true)"); }
};

TEST_F(PowerProgram, RequestsAPodWithTheCurrentToken) {
  start();
  asked_soon("POST /api/v1/namespaces/slurm/pods Bearer first.token ");
  said_soon("power: managing the elastic node sets of tide");
  EXPECT_TRUE(
      has("/api/asked", "/podtemplates?labelSelector=app.kubernetes.io%2Finstance%3Dtide%2Cskiff%2Fscaling%3Delastic"));
  soon([&] { return !text("/api/pods/a-0.json").empty(); }, "the pod");
  said_soon("power: a-0: powering up; created its pod");
  EXPECT_EQ(json::parse(text("/api/pods/a-0.json"))["metadata"]["name"], "a-0");
  replace("/account/token", "second.token\n");
  nodes(shown("a-0", "IDLE+CLOUD+POWERED_DOWN"));
  wake();
  asked_soon("DELETE /api/v1/namespaces/slurm/pods/a-0 Bearer second.token ");
  ready_soon();
  ends_well();
}

TEST_F(PowerProgram, DetectsALostPodWithAWatch) {
  only_events();
  start();
  asked_soon("POST");
  asked_soon("watch=true");
  nodes(shown("a-0", "ALLOCATED+CLOUD"));
  // After it, only the watch can be the reason for another poll.
  wake();
  said_soon("polled: nothing to do");
  tree.remove("/api/pods/a-0.json");
  called_soon("scontrol update nodename=a-0 reason=skiff: pod is gone state=down");
  ends_well();
}

TEST_F(PowerProgram, RequestsNoListsWhileAWatchIsLive) {
  // So only inotify can report a wake-up.
  only_events();
  nodes(shown("a-0", "IDLE+CLOUD+POWERED_DOWN"));
  start();
  asked_soon("watch=true");
  for (int i = 0; i < 5; ++i) {
    const int before = count("/calls", "show nodes");
    wake();
    soon([&] { return count("/calls", "show nodes") > before; }, "a poll");
  }
  EXPECT_EQ(count("/api/asked", "/podtemplates"), 1);
  EXPECT_EQ(count("/api/asked", "watch=true"), 1);
  ends_well();
}

TEST_F(PowerProgram, ResumesAWatchThatEnded) {
  nodes(shown("a-0", "IDLE+CLOUD+POWERED_DOWN"));
  start();
  asked_soon("watch=true");
  tree.write("/api/end-watches", "");
  said_soon("a watch ended: ");
  tree.remove("/api/end-watches");
  soon([&] { return count("/api/asked", "watch=true") > 1; }, "another watch");
  ends_well();
}

// There is no other event and no poll, so the answer itself must make it list again.
TEST_F(PowerProgram, ListsAgainAtOnceIfAWatchIsTooOld) {
  only_events();
  nodes(shown("a-0", "IDLE+CLOUD+POWERED_DOWN"));
  for (const char* answer : {"410\n{\"message\":\"too old resource version\"}",
                             "200\n{\"type\":\"ERROR\",\"object\":{\"code\":410,\"message\":\"too old\"}}\n"}) {
    tree.write("/api/answer.watch", answer);
    start();
    soon([&] { return count("/api/asked", "watch=true") > 1; }, "another list and another watch");
    EXPECT_GT(count("/api/asked", "/podtemplates"), 1) << answer;
    EXPECT_FALSE(says("a watch") || says("refuses")) << "not an error: " << text("/log");
    ends_well();
    tree.remove("/api/asked");
  }
}

TEST_F(PowerProgram, PollsIfWatchingIsForbidden) {
  tree.write("/api/answer.watch", "403\n{\"message\":\"pods is forbidden\"}");
  nodes(shown("a-0", "IDLE+CLOUD+POWERED_DOWN"));
  start();
  said_soon("the API server refuses a watch, so it is polled every 15 s: 403 pods is forbidden");
  nodes(shown("a-0", "ALLOCATED+CLOUD+POWERING_UP"));
  wake();
  asked_soon("POST");
  EXPECT_EQ(count("/api/asked", "watch=true"), 1);
  ends_well();
}

TEST_F(PowerProgram, ReadsAllPages) {
  tree.write("/api/answer.pods", "200\n{\"metadata\":{\"continue\":\"second\"},\"items\":[]}");
  tree.write("/api/answer.pods2", R"(200
{"metadata":{},"items":[{"metadata":{"name":"a-0","uid":"u"},"status":{"phase":"Running"}}]})");
  start();
  asked_soon("continue=second");
  said_soon("polled all nodes and pods");
  EXPECT_FALSE(has("/api/asked", "POST")) << "created a second pod";
  ends_well();
}

TEST_F(PowerProgram, DoesNothingOnAnInvalidResponse) {
  nodes(shown("a-0", "ALLOCATED+CLOUD"));
  for (const char* body : {"", R"({"kind":"Status"})", R"({"metadata":{},"items":[{"meta)"}) {
    tree.write("/api/answer.pods", std::string("200\n") + body);
    start();
    soon([&] { return has("/run/failing", "is invalid"); }, body);
    ends_well();
    EXPECT_FALSE(has("/calls", "update")) << body;
  }
}

TEST_F(PowerProgram, ReportsWhatTheApiServerRefuses) {
  tree.write("/api/answer.podtemplates", "403\n{\"message\":\"podtemplates is forbidden\"}");
  start();
  soon(
      [&] {
        return has("/run/failing",
                   "refuses to list /api/v1/namespaces/slurm/podtemplates: 403 podtemplates is forbidden");
      },
      "the reason in failing");
  tree.remove("/api/answer.podtemplates");
  asked_soon("POST");
  ready_soon();
  ends_well();
}

TEST_F(PowerProgram, LogsOnceThatTheApiServerIsUnavailableAndRecovers) {
  tree.write("/api/away", "");
  start();
  soon([&] { return has("/run/failing", "the API server does not answer: the connection was closed"); },
       "the reason in failing");
  soon([&] { return count("/calls", "show nodes") > 2; }, "more polls");
  EXPECT_EQ(count("/log", "does not answer"), 1);
  tree.remove("/api/away");
  asked_soon("POST");
  ready_soon();
  ends_well();
}

TEST_F(PowerProgram, ASilentApiServerDoesNotDelayTheExit) {
  tree.write("/api/silent", "");
  start();
  called_soon("show nodes");
  const auto before = std::chrono::steady_clock::now();
  ends_well();
  EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(20));
}

TEST_F(PowerProgram, ReportsThatSlurmctldIsUnavailable) {
  tree.remove("/nodes");
  start();
  soon([&] { return has("/run/failing", "slurmctld does not answer: scontrol: "); }, "the reason in failing");
  EXPECT_FALSE(has("/api/asked", "POST"));
  ends_well();
}

TEST_F(PowerProgram, RemembersWhyAPodWasRefused) {
  tree.write("/api/answer.POST", "403\n{\"message\":\"exceeded quota: pods=10\"}");
  start();
  said_soon("a-0: create pod: 403 exceeded quota: pods=10");
  soon([&] { return has("/run/power.json", "exceeded quota"); }, "the reason in power.json");
  soon([&] { return count("/api/asked", "POST") > 2; }, "more tries");
  EXPECT_EQ(count("/log", "create pod"), 1) << "logged once";
  ends_well();
}

// What an administrator did between the poll and the action is never undone.
TEST_F(PowerProgram, DoesNotResumeANodeThatWasDrainedMeanwhile) {
  const std::string down = reason(400000, "skiff: pod did not start: no room");
  nodes(shown("a-0", "DOWN+CLOUD+POWERED_DOWN", down));
  tree.write("/node", shown("a-0", "DOWN+CLOUD+DRAIN+POWERED_DOWN", "disk swap"));
  start();
  called_soon("show node a-0");
  said_soon("polled all nodes and pods");
  EXPECT_FALSE(has("/calls", "state=resume"));
  tree.write("/node", shown("a-0", "DOWN+CLOUD+POWERED_DOWN", down));
  wake();
  called_soon("scontrol update nodename=a-0 state=resume");
  ends_well();
}

TEST_F(PowerProgram, LiftsOnlyADrainThatWasSetBecauseThePodEnded) {
  nodes(shown("a-0", "IDLE+CLOUD+DRAIN+POWERED_DOWN", reason(5, "skiff: pod is stopping")));
  tree.write("/node", shown("a-0", "IDLE+CLOUD+DRAIN+POWERED_DOWN", "disk swap"));
  start();
  called_soon("show node a-0");
  soon([&] { return count("/calls", "show node a-0") > 1; }, "another poll");
  EXPECT_FALSE(has("/calls", "state=resume"));
  tree.write("/node", shown("a-0", "IDLE+CLOUD+DRAIN+POWERED_DOWN", reason(5, "skiff: pod is stopping")));
  wake();
  called_soon("scontrol update nodename=a-0 state=resume");
  ends_well();
}

TEST_F(PowerProgram, ReportsARejectedUpdate) {
  nodes(shown("a-0", "ALLOCATED+CLOUD"));
  tree.write("/busy", "");
  start();
  said_soon("update failed: nodename=a-0 reason=skiff: pod is gone state=down: scontrol: slurm_update error");
  ends_well();
}

/// Slurm has lost a-0, whose pod is on m-1.
struct DeadNodesProgram : ProgramTest {
  DeadNodesProgram() {
    nodes(shown("a-0", "DOWN+CLOUD+NOT_RESPONDING"));
    tree.write("/api/pods/a-0.json", R"({"metadata":{"name":"a-0","uid":"u","creationTimestamp":"2025-11-01T10:00:00Z"},
      "spec":{"nodeName":"m-1"},"status":{"phase":"Running"}})");
    tree.folder("/api/machine");
    ready("Unknown");
  }
  /// Sets the condition Ready of the Kubernetes node.
  void ready(const std::string& status) {
    replace("/api/machine/m-1.json", R"({"metadata":{"name":"m-1"},"status":{"conditions":[
      {"type":"MemoryPressure","status":"Unknown"},{"type":"Ready","status":")" +
                                         status + R"("}]}})");
  }
  void start() { ProgramTest::start(R"(,"deadNodes":{"after":1,"atMost":1})"); }
};

TEST_F(DeadNodesProgram, DeletesThePodOfAFailedKubernetesNodeAtOnce) {
  start();
  said_soon(
      "dead-nodes: m-1: unreachable, and Slurm has lost the nodes on it: a-0; deleting their pods if this lasts 1 s");
  soon(
      [&] {
        wake();
        return has("/api/asked", "DELETE /api/v1/namespaces/slurm/pods/a-0 ");
      },
      "the deletion");
  EXPECT_TRUE(has("/api/asked", R"("gracePeriodSeconds":0)")) << text("/api/asked");
  EXPECT_TRUE(has("/api/asked", R"("preconditions":{"uid":"u"})"));
  ends_well();
}

TEST_F(DeadNodesProgram, AsksNothingAboutNodesThatAnswer) {
  ready("True");
  start();
  asked_soon("GET /api/v1/nodes/m-1 ");
  nodes(shown("a-0", "IDLE+CLOUD"));
  const int before = count("/calls", "show nodes");
  wake();
  soon([&] { return count("/calls", "show nodes") > before; }, "a poll");
  said_soon("polled");
  const int asked = count("/api/asked", "GET /api/v1/nodes/m-1 ");
  for (int i = 1; i <= 3; ++i) {
    wake();
    soon([&] { return count("/calls", "show nodes") > before + i; }, "another poll");
  }
  EXPECT_LE(count("/api/asked", "GET /api/v1/nodes/m-1 "), asked + 1);
  EXPECT_FALSE(has("/api/asked", "DELETE"));
  ends_well();
}

TEST_F(DeadNodesProgram, ReportsThatItMayNotReadANode) {
  tree.remove("/api/machine/m-1.json");
  replace("/api/machine/m-1.json", "{}");
  start();
  soon([&] { return has("/run/failing", "dead-nodes: cannot read the Kubernetes node m-1: "); }, "the problem");
  EXPECT_FALSE(has("/api/asked", "DELETE"));
  ready("True");
  wake();
  soon([&] { return !has("/run/failing", "dead-nodes"); }, "the end of the problem");
  ends_well();
}

/// a-0 has been drained for a long time.
struct DrainProgram : ProgramTest {
  DrainProgram() {
    nodes(shown("a-0", "IDLE+CLOUD+DRAIN", "[HC] gpu-count: 1 of 2 [root@2025-11-21T18:21:40]"));
    tree.write("/api/pods/a-0.json", R"({"metadata":{"name":"a-0","uid":"u","creationTimestamp":"2025-11-01T10:00:00Z"},
      "spec":{"nodeName":"m-1"},"status":{"phase":"Running"}})");
  }
  void start(const std::string& kind = "fixed") {
    ProgramTest::start(R"(,"afterDrain":{"pods":true,"machines":false,"wait":600,"checks":["gpu-count"],")" + kind +
                       R"(":["a"],"replace":{"sets":["a"],"perHour":2,"atOnce":1,"patience":900,"again":86400}})");
  }
  bool deleted() const { return has("/api/asked", "DELETE"); }
  json record() const { return json::parse(text("/state/after-drain.json"), nullptr, false); }
};

TEST_F(DrainProgram, ReplacesAPodAndRecordsIt) {
  start();
  asked_soon("DELETE /api/v1/namespaces/slurm/pods/a-0 ");
  EXPECT_TRUE(has("/api/asked", R"("preconditions":{"uid":"u"})"));
  asked_soon("PATCH /api/v1/namespaces/slurm/pods/a-0/status ");
  EXPECT_TRUE(
      has("/api/asked", "labelSelector=app.kubernetes.io%2Finstance%3Dtide%2Capp.kubernetes.io%2Fname%3Dslurmd"));
  said_soon("after-drain: a-0: drained and idle; replacing its pod (1 of at most 2 per hour): [HC] gpu-count: 1 of 2");
  EXPECT_EQ(record()["replaced"][0]["uid"], "u");
  EXPECT_EQ(record()["replaced"][0]["machine"], "m-1");
  ends_well();
  // After a restart.
  const json before = record();
  tree.remove("/api/asked");
  start();
  asked_soon("GET");
  said_soon("polled all");
  ends_well();
  EXPECT_FALSE(deleted());
  EXPECT_EQ(record()["replaced"], before["replaced"]);
}

TEST_F(DrainProgram, MakesNoFurtherRequestsIfNoDrainIsOurs) {
  nodes(shown("a-0", "IDLE+CLOUD+DRAIN", "disk swap [root@2025-11-21T18:21:40]"));
  start();
  asked_soon("GET");
  said_soon("polled all");
  tree.remove("/api/asked");
  const int before = count("/calls", "show nodes");
  for (int i = 1; i <= 3; ++i) {
    wake();
    soon([&] { return count("/calls", "show nodes") >= before + i; }, "a poll");
  }
  ends_well();
  EXPECT_FALSE(has("/api/asked", "GET"));
}

TEST_F(DrainProgram, DoesNothingOnAnInvalidOrRefusedResponse) {
  for (const char* answer : {"200\n", "200\n{\"kind\":\"Status\"}", "200\n{\"metadata\":{},\"items\":[{\"meta",
                             "403\n{\"message\":\"pods is forbidden\"}"}) {
    tree.write("/api/answer.pods", answer);
    start();
    soon([&] { return has("/run/failing", "is invalid") || has("/run/failing", "403 pods is forbidden"); }, answer);
    ends_well();
    EXPECT_FALSE(deleted()) << answer;
  }
  EXPECT_EQ(record()["replaced"], json::array()) << "recorded a replacement that was not done";
}

TEST_F(DrainProgram, DoesNothingIfItsRecordIsInvalid) {
  for (const std::string content : {"", "{\"replaced\":", "{\"replaced\":{}}", "[]"}) {
    tree.write("/state/after-drain.json", content);
    start();
    soon([&] { return has("/run/failing", "is not a valid record of replacements"); }, content);
    ends_well();
    EXPECT_FALSE(deleted()) << content;
    EXPECT_EQ(text("/state/after-drain.json"), content) << "overwritten";
  }
}

TEST_F(DrainProgram, DoesNothingIfItsRecordCannotBeWritten) {
  tree.write("/state/after-drain.json", R"({"replaced":[],"marked":{},"said":{}})");
  tree.folder("/state/after-drain.json.new");
  start();
  soon([&] { return has("/run/failing", "cannot be written, so drained nodes are not handled"); },
       "the reason in failing");
  ends_well();
  EXPECT_FALSE(deleted());
}

TEST_F(DrainProgram, LogsARefusedRequestOnce) {
  tree.write("/api/answer.DELETE", "403\n{\"message\":\"pods \\\"a-0\\\" is forbidden\"}");
  start();
  said_soon("DELETE /api/v1/namespaces/slurm/pods/a-0: 403 pods");
  ends_well();
  EXPECT_EQ(count("/log", "a-0: 403"), 1);
}

TEST_F(DrainProgram, PowersDownANodeOfAnElasticSetInsteadOfDeletingItsPod) {
  tree.write("/busy", "");
  start("elastic");
  said_soon("update failed: nodename=a-0 state=power_down_asap: scontrol: slurm_update error");
  ends_well();
  EXPECT_FALSE(deleted());
}

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
