// skiff-sidecar as a program, with nodes that were drained. The tests of the decisions are in the other files.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "sidecar/testing/program.h"

namespace skiff::sidecar {
namespace {

using nlohmann::json;

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

}  // namespace
}  // namespace skiff::sidecar
