// Polls with clocks that the test sets, against stand-ins for slurmctld and the API server. However far the wall clock
// is set, and in whichever direction, every delay must last as long as the steady clock says.
#include "sidecar/node_poller.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sidecar/testing/program.h"

namespace skiff::sidecar {
namespace {

constexpr std::int64_t hour = 3600, day = 24 * hour;
const std::int64_t jumps[] = {0, 1, -1, hour, -hour, 7 * day, -7 * day};

struct NodePollerTest : ProgramTest {
  NodePollerTest() {
    settings.cluster = "tide";
    settings.ns = "slurm";
    settings.config = tree.root + "/conf";
    settings.run = tree.root + "/run";
    settings.record = tree.root + "/state/after-drain.json";
    settings.account = tree.root + "/account";
    settings.commands = tree.root + "/bin";
  }
  /// What another run of the program would start with.
  void begin() {
    poller.reset();
    for (const char* file :
         {"/calls", "/api/asked", "/run/power.json", "/state/after-drain.json", "/api/pods/a-0.json"})
      tree.remove(file);
    poller.emplace(settings, Context{slurm, client, log, stop, "/api/v1/namespaces/slurm/pods"}, status,
                   std::chrono::seconds(15));
  }
  /// Polls `steady` seconds after the first poll; the wall clock has been set by `jump`.
  void poll(std::int64_t steady, std::int64_t jump = 0) {
    poller->watch().pump();
    poller->poll({test_now + steady + jump, 1000 + steady});
  }
  bool updated(const std::string& words) const { return has("/calls", "scontrol update nodename=" + words); }
  bool deleted() const { return has("/api/asked", "DELETE"); }
  void node(const std::string& text) {
    nodes(text);
    replace("/node", text);
  }
  void pod(std::int64_t created) {
    tree.write("/api/pods/a-0.json", R"({"metadata":{"name":"a-0","uid":"u","creationTimestamp":")" +
                                         slurm_time(created) + R"(Z"},"status":{"phase":"Running"}})");
  }

  Settings settings;
  const Log log{"off", LogFormat::text};
  const std::atomic<bool> stop = false;
  const Slurm slurm{tree.root + "/bin", tree.root + "/conf", stop};
  Api client{server_of_environment().value(), tree.root + "/account"};
  Status status{tree.root + "/run", log};
  std::optional<NodePoller> poller;
};

struct PowerPolls : NodePollerTest {
  PowerPolls() {
    settings.power = true;
    tree.write(
        "/api/podtemplates.json",
        R"({"metadata":{},"items":[{"metadata":{"name":"a","namespace":"slurm","uid":"t","annotations":{"skiff/min":"0",
      "skiff/max":"4","skiff/retry-after":"300"}},"template":{"spec":{"containers":[]}}}]})");
  }
  /// Checks that the node is resumed by the poll at second `at`, and not by the one before it, at `early`.
  void is_tried_again(std::int64_t at, std::int64_t early, std::int64_t jump) {
    poll(early, jump);
    EXPECT_FALSE(updated("a-0")) << jump;
    poll(at, jump);
    EXPECT_TRUE(updated("a-0 state=resume")) << jump;
  }
};

// An old number must not look like a new one.
TEST_F(PowerPolls, CountsNodesOnlyAfterAGoodPoll) {
  begin();
  pod(test_now - 100);
  node(shown("a-0", "ALLOCATED+CLOUD") + shown("a-1", "IDLE+CLOUD+POWERED_DOWN"));
  EXPECT_TRUE(poller->elastic_counts().empty());
  poll(0);
  EXPECT_EQ(poller->elastic_counts(), (std::map<std::string, ElasticCounts>{{"a", {1, 1, 0}}}));
  command("scontrol", "exit 1");
  poll(15);
  EXPECT_TRUE(poller->elastic_counts().empty());
}

TEST_F(PowerPolls, AJumpNeitherHastensNorDelaysTheNextTryToStartANode) {
  node(shown("a-0", "DOWN+CLOUD+POWERED_DOWN", reason(10, "skiff: pod did not start: no room")));
  for (const std::int64_t jump : jumps) {
    begin();
    poll(0);
    poll(15, jump);
    is_tried_again(290, 289, jump);
  }
}

TEST_F(PowerPolls, ANodeThatDidNotStartDuringAJumpIsTriedAgainInTime) {
  for (const std::int64_t jump : jumps) {
    begin();
    node(shown("a-0", "IDLE+CLOUD+POWERED_DOWN"));
    poll(0);
    // Set by the old clock, but read by the new one.
    node(shown("a-0", "DOWN+CLOUD+POWERED_DOWN", reason(-5, "skiff: pod did not start: no room")));
    poll(15, jump);
    is_tried_again(315, 299, jump);
  }
}

TEST_F(PowerPolls, ANodeThatDidNotStartAfterAJumpIsTriedAgainInTime) {
  for (const std::int64_t jump : jumps) {
    begin();
    node(shown("a-0", "IDLE+CLOUD+POWERED_DOWN"));
    poll(0);
    poll(15, jump);
    node(shown("a-0", "DOWN+CLOUD+POWERED_DOWN", reason(-20 - jump, "skiff: pod did not start: no room")));
    poll(30, jump);
    is_tried_again(320, 319, jump);
  }
}

TEST_F(PowerPolls, AJumpDoesNotChangeHowLongNotRespondingIsTolerated) {
  node(shown("a-0", "IDLE+CLOUD+POWERED_DOWN+NOT_RESPONDING"));
  for (const std::int64_t jump : jumps) {
    begin();
    poll(0);
    poll(19, jump);
    EXPECT_FALSE(updated("a-0")) << jump;
    poll(20, jump);
    EXPECT_TRUE(updated("a-0 reason=skiff: powered down state=down")) << jump;
  }
}

TEST_F(PowerPolls, AJumpNeitherCreatesNorDeletesAPod) {
  for (const std::int64_t jump : jumps) {
    begin();
    pod(test_now - 100);
    node(shown("a-0", "ALLOCATED+CLOUD") + shown("a-1", "IDLE+CLOUD+POWERED_DOWN"));
    poll(0);
    poll(15, jump);
    EXPECT_FALSE(updated("a-") || deleted() || has("/api/asked", "POST")) << jump;
  }
}

struct DrainPolls : NodePollerTest {
  DrainPolls() {
    settings.after_drain.emplace();
    settings.after_drain->pods = true;
    settings.after_drain->wait = 600;
    settings.after_drain->sets = {{"a", SetKind::fixed}};
    settings.after_drain->checks = {"gpu-count"};
    settings.after_drain->replace = Replace{{"a"}, {}, 1, 2, 900, 86400};
  }
  static std::string drained(std::int64_t age) {
    return shown("a-0", "IDLE+CLOUD+DRAIN", reason(age, "[HC] gpu-count: x"));
  }
};

TEST_F(DrainPolls, AJumpNeitherHastensNorDelaysTheReplacementOfAPod) {
  node(drained(10));
  for (const std::int64_t jump : jumps) {
    begin();
    pod(test_now - 9000);
    poll(0);
    poll(15, jump);
    poll(589, jump);
    EXPECT_FALSE(deleted()) << jump;
    poll(590, jump);
    EXPECT_TRUE(deleted()) << jump;
  }
}

TEST_F(DrainPolls, APodThatWasCreatedAfterAJumpStaysAsLong) {
  node(drained(9000));
  for (const std::int64_t jump : jumps) {
    begin();
    poll(0);
    pod(test_now + 10 + jump);
    poll(15, jump);
    poll(609, jump);
    EXPECT_FALSE(deleted()) << jump;
    poll(610, jump);
    EXPECT_TRUE(deleted()) << jump;
  }
}

TEST_F(DrainPolls, AJumpDoesNotLiftTheLimitPerHour) {
  for (const std::int64_t jump : jumps) {
    begin();
    pod(test_now - 9000);
    node(drained(9000));
    poll(0);
    EXPECT_TRUE(deleted()) << jump;
    // The replacement has helped, and another node of the set is drained.
    node(shown("a-0", "IDLE+CLOUD") + shown("a-1", "IDLE+CLOUD+DRAIN", reason(9000, "[HC] gpu-count: x")));
    tree.write("/api/pods/a-1.json", R"({"metadata":{"name":"a-1","uid":"v"},"status":{"phase":"Running"}})");
    poll(15, jump);
    poll(hour - 1, jump);
    EXPECT_FALSE(has("/api/asked", "DELETE /api/v1/namespaces/slurm/pods/a-1")) << jump;
    poll(hour, jump);
    EXPECT_TRUE(has("/api/asked", "DELETE /api/v1/namespaces/slurm/pods/a-1")) << jump;
    tree.remove("/api/pods/a-1.json");
  }
}

// Others compare it with the times of other objects.
TEST_F(DrainPolls, AConditionHasTheTimeOfTheWallClock) {
  for (const std::int64_t jump : {7 * day, -7 * day}) {
    begin();
    node(shown("a-0", "IDLE+CLOUD"));
    pod(test_now - 9000);
    poll(0);
    node(drained(-10));
    poll(15, jump);
    EXPECT_TRUE(has("/api/asked", "\"lastTransitionTime\":\"" + slurm_time(test_now + 15 + jump) + "Z\"")) << jump;
  }
}

struct TopologyPolls : NodePollerTest {
  TopologyPolls() {
    settings.topology = Topology{"default", "example.com/rack", {"a", "b"}, {"a-0"}};
    nodes(shown("a-0", "IDLE+CLOUD"));
    tree.write("/conf/topology.yaml", "- topology: default\n  block:\n    blocks:\n      - block: a\n");
    machine("a");
  }
  /// What another run of the program would start with, and the node's pod.
  void begin() {
    NodePollerTest::begin();
    tree.write("/api/pods/a-0.json",
               R"({"metadata":{"name":"a-0","uid":"u"},"spec":{"nodeName":"k0"},"status":{"phase":"Running"}})");
  }
  void machine(const std::string& rack) {
    replace("/api/machines.json",
            R"({"metadata":{},"items":[{"metadata":{"name":"k0","labels":{"example.com/rack":")" + rack + R"("}}}]})");
  }
};

TEST_F(TopologyPolls, ANodeGetsItsPlaceAndKeepsIt) {
  begin();
  poll(0);
  EXPECT_TRUE(updated("a-0 topology=default:a"));
  EXPECT_TRUE(has("/api/asked", "GET /api/v1/nodes?labelSelector=example.com%2Frack&limit=250"));
  nodes("NodeName=a-0 State=IDLE+CLOUD Topology=default:a\n");
  tree.remove("/calls");
  poll(15);
  EXPECT_FALSE(updated("a-0"));
}

// The settings are new, but the topology is still the old one, or the reverse.
TEST_F(TopologyPolls, NoNodeGetsAPlaceThatTheMountedTopologyDoesNotHave) {
  machine("b");
  begin();
  poll(0);
  EXPECT_FALSE(updated("a-0"));
}

TEST_F(TopologyPolls, WithoutTheLabelsNothingIsChangedAndTheReasonIsShown) {
  tree.write("/api/answer.nodes", "403\n{\"message\":\"nodes is forbidden\"}");
  begin();
  poll(0);
  EXPECT_FALSE(updated("a-0"));
  EXPECT_TRUE(has("/run/failing", "refuses to list /api/v1/nodes: 403 nodes is forbidden"));
  tree.remove("/api/answer.nodes");
  poll(15);
  EXPECT_TRUE(updated("a-0 topology=default:a"));
  EXPECT_FALSE(has("/run/failing", "topology"));
}

TEST_F(TopologyPolls, TheContainerIsReadyOnceSlurmctldAnswersAgain) {
  begin();
  poll(0);
  tree.remove("/nodes");
  poll(15);
  EXPECT_TRUE(has("/run/failing", "topology: slurmctld does not answer"));
  nodes("NodeName=a-0 State=IDLE+CLOUD Topology=default:a\n");
  poll(30);
  EXPECT_FALSE(has("/run/failing", "topology"));
}

TEST_F(TopologyPolls, ThePodsOfElasticSetsAreStillManagedWithoutTheLabels) {
  settings.power = true;
  tree.write(
      "/api/podtemplates.json",
      R"({"metadata":{},"items":[{"metadata":{"name":"e","namespace":"slurm","uid":"t","annotations":{"skiff/min":"0",
      "skiff/max":"4","skiff/retry-after":"300"}},"template":{"spec":{"containers":[]}}}]})");
  tree.write("/api/answer.nodes", "403\n{}");
  nodes(shown("a-0", "IDLE+CLOUD") + shown("e-0", "ALLOCATED+CLOUD+POWERING_UP"));
  begin();
  poll(0);
  EXPECT_TRUE(has("/api/asked", "POST"));
}

struct StatePolls : NodePollerTest {
  StatePolls() { settings.node_conditions = true; }
  bool told(const std::string& text) const { return has("/api/pods/a-0.json", text); }
  /// Waits until the watch has reported the pod's new condition.
  void report() {
    for (int tries = 0; tries < 5000 && !poller->watch().pump(); ++tries) usleep(1000);
  }
};

TEST_F(StatePolls, ThePodHasTheStateOfItsNode) {
  begin();
  pod(test_now - 100);
  node(shown("a-0", "IDLE+CLOUD"));
  poll(0);
  EXPECT_TRUE(told(R"("reason":"Available")"));
  report();
  tree.remove("/api/asked");
  poll(15);
  EXPECT_FALSE(has("/api/asked", "PATCH")) << "nothing has changed";
  node(shown("a-0", "IDLE+CLOUD+DRAIN", reason(10, "new disk")));
  poll(30);
  EXPECT_TRUE(told(R"("reason":"Drained")") && told(R"("message":"new disk")"));
  EXPECT_TRUE(has("/api/events", " Warning Drained: Slurm gives no jobs to the node: new disk"));
  EXPECT_FALSE(has("/run/failing", "node-conditions"));
}

TEST_F(StatePolls, WithoutAnAnswerOfSlurmctldTheConditionStays) {
  begin();
  pod(test_now - 100);
  node(shown("a-0", "IDLE+CLOUD"));
  poll(0);
  tree.remove("/nodes");
  tree.remove("/api/asked");
  poll(15);
  EXPECT_TRUE(told(R"("reason":"Available")"));
  EXPECT_FALSE(has("/api/asked", "PATCH"));
  EXPECT_TRUE(has("/run/failing", "node-conditions: slurmctld does not answer"));
}

// All sets of a cluster count, and power saving still manages only the pods of elastic ones.
TEST_F(StatePolls, PowerSavingIgnoresThePodsOfOtherSets) {
  settings.power = true;
  tree.write(
      "/api/podtemplates.json",
      R"({"metadata":{},"items":[{"metadata":{"name":"a","namespace":"slurm","uid":"t","annotations":{"skiff/min":"0",
      "skiff/max":"4","skiff/retry-after":"300"}},"template":{"spec":{"containers":[]}}}]})");
  begin();
  pod(test_now - 100);
  node(shown("b-0", "IDLE"));
  poll(0);
  EXPECT_TRUE(has("/api/asked", "name%3Dslurmd"));
  EXPECT_FALSE(deleted());
}

}  // namespace
}  // namespace skiff::sidecar
