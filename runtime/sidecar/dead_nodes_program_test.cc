// skiff-sidecar as a program, with Kubernetes nodes that have failed. The tests of the decisions are in the other
// files.
#include <gtest/gtest.h>

#include "sidecar/testing/program.h"

namespace skiff::sidecar {
namespace {

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

}  // namespace
}  // namespace skiff::sidecar
