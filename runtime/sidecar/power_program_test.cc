// skiff-sidecar as a program, with an API server that sends pages, refuses, gives wrong answers or is unavailable.
// It must use the current token, report problems, and do nothing if an answer is incomplete. The tests of the
// decisions are in the other files.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "sidecar/testing/program.h"

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

}  // namespace
}  // namespace skiff::sidecar
