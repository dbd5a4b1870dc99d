#include "sidecar/node_states.h"

#include <gtest/gtest.h>

#include "sidecar/testing/nodes.h"

namespace skiff::sidecar {
namespace {

std::string service_of(const std::string& state, const std::string& why = "") {
  const Condition condition = service_of(parse_nodes(shown("a-0", state, why)).at(0));
  return condition.status + " " + condition.reason + (condition.message.empty() ? "" : ": " + condition.message);
}

// The states are those that scontrol of 22.05 to 26.05 shows.
TEST(NodeStates, ANodeThatTakesJobsIsAvailable) {
  for (const char* state : {"IDLE", "IDLE+CLOUD", "MIXED+CLOUD", "ALLOCATED", "IDLE+DYNAMIC_NORM", "MIXED+COMPLETING",
                            "IDLE+PLANNED", "IDLE+CLOUD+RESERVED"})
    EXPECT_EQ(service_of(state), "True Available") << state;
  // The reason outlives the drain if an administrator sets one without a state.
  EXPECT_EQ(service_of("IDLE", reason(10, "watched")), "True Available");
}

TEST(NodeStates, OtherwiseTheReasonIsTheStateAndTheMessageIsSlurmsReason) {
  EXPECT_EQ(service_of("IDLE+CLOUD+DRAIN", reason(10, "[HC] gpu-count: 7 of 8 GPUs")),
            "False Drained: [HC] gpu-count: 7 of 8 GPUs");
  EXPECT_EQ(service_of("MIXED+DRAIN", reason(10, "new disk")), "False Draining: new disk");
  EXPECT_EQ(service_of("IDLE+COMPLETING+DRAIN", reason(10, "new disk")), "False Draining: new disk");
  EXPECT_EQ(service_of("DOWN+CLOUD+NOT_RESPONDING", reason(10, "Not responding")), "False Down: Not responding");
  EXPECT_EQ(service_of("DOWN+DRAIN", reason(10, "x")), "False Down: x");
  EXPECT_EQ(service_of("IDLE+NOT_RESPONDING"), "False NotResponding: its state in Slurm is IDLE+NOT_RESPONDING");
  EXPECT_EQ(service_of("IDLE+MAINTENANCE+RESERVED"),
            "False Maintenance: its state in Slurm is IDLE+MAINTENANCE+RESERVED");
  EXPECT_EQ(service_of("IDLE+DRAIN+INVALID_REG", reason(10, "Low RealMemory")),
            "False InvalidRegistration: Low RealMemory");
  EXPECT_EQ(service_of("ALLOCATED+FAIL", reason(10, "x")), "False Failing: x");
  EXPECT_EQ(service_of("IDLE+REBOOT_ISSUED"), "False Rebooting: its state in Slurm is IDLE+REBOOT_ISSUED");
  EXPECT_EQ(service_of("MIXED+CLOUD+POWERING_UP"), "False PoweringUp: its state in Slurm is MIXED+CLOUD+POWERING_UP");
  EXPECT_EQ(service_of("IDLE+CLOUD+POWERING_DOWN"),
            "False PoweringDown: its state in Slurm is IDLE+CLOUD+POWERING_DOWN");
  EXPECT_EQ(service_of("UNKNOWN"), "False Unknown: its state in Slurm is UNKNOWN");
  const std::string long_text(500, 'x');
  EXPECT_EQ(service_of("IDLE+DRAIN", reason(10, long_text)).size(), std::string("False Drained: ").size() + 200);
}

Pod pod(const std::string& name, std::optional<Condition> condition, bool leaving = false) {
  Pod made;
  made.name = name;
  made.in_service = std::move(condition);
  made.leaving = leaving;
  return made;
}

TEST(NodeStates, OnlyAnotherConditionIsSet) {
  const auto nodes =
      parse_nodes(shown("a-0", "IDLE+DRAIN", reason(10, "disk")) + shown("a-1", "IDLE") + shown("a-2", "IDLE"));
  const Condition drained{"False", "Drained", "disk"}, draining{"False", "Draining", "disk"},
      good{"True", "Available", ""};
  const auto patches = [&](std::vector<Pod> pods) { return decide_node_states(nodes, pods); };
  using Patches = std::vector<Patch>;
  EXPECT_EQ(patches({pod("a-0", std::nullopt)}),
            (Patches{{Patch::Kind::pod, "a-0", drained, true, "skiff/InService"}}));
  EXPECT_EQ(patches({pod("a-0", good)}), (Patches{{Patch::Kind::pod, "a-0", drained, true, "skiff/InService"}}));
  // The time of the last transition stays.
  EXPECT_EQ(patches({pod("a-0", draining)}), (Patches{{Patch::Kind::pod, "a-0", drained, false, "skiff/InService"}}));
  EXPECT_EQ(patches({pod("a-0", drained), pod("a-1", good)}), Patches());
  EXPECT_EQ(patches({pod("a-1", std::nullopt, true), pod("b-0", std::nullopt)}), Patches());
}

// The events at second `now`, each with its reason and when it was first sent.
struct Events {
  std::string at(std::int64_t now, const std::string& state, const std::string& why = "", const char* uid = "u") {
    Pod one = pod("a-0", std::nullopt);
    one.uid = uid;
    std::string text;
    for (const StateEvent& event : decide_events(parse_nodes(shown("a-0", state, why)), {one}, sent, now))
      text += event.condition.reason + " " + event.uid + " " + std::to_string(event.since) + ";";
    return text;
  }
  SentEvents sent;
};

TEST(NodeStateEvents, ANodeThatIsInServiceGetsNone) {
  Events events;
  EXPECT_EQ(events.at(0, "IDLE"), "");
  EXPECT_EQ(events.at(15, "ALLOCATED"), "");
}

TEST(NodeStateEvents, AreSentForEachChangeAndAgainBeforeTheApiServerForgetsThem) {
  Events events;
  const std::string disk = reason(10, "disk");
  EXPECT_EQ(events.at(0, "MIXED+DRAIN", disk), "Draining u 0;");
  EXPECT_EQ(events.at(15, "MIXED+DRAIN", disk), "");
  EXPECT_EQ(events.at(30, "IDLE+DRAIN", disk), "Drained u 30;");
  EXPECT_EQ(events.at(629, "IDLE+DRAIN", disk), "");
  EXPECT_EQ(events.at(630, "IDLE+DRAIN", disk), "Drained u 30;");
  EXPECT_EQ(events.at(645, "IDLE+DRAIN", reason(10, "memory")), "Drained u 645;");
  EXPECT_EQ(events.at(660, "IDLE"), "Available u 660;");
  EXPECT_EQ(events.at(675, "IDLE"), "");
  // The same drain as before is another event.
  EXPECT_EQ(events.at(690, "IDLE+DRAIN", reason(10, "memory")), "Drained u 690;");
  // So is that of a new pod.
  EXPECT_EQ(events.at(705, "IDLE+DRAIN", reason(10, "memory"), "v"), "Drained v 705;");
}

}  // namespace
}  // namespace skiff::sidecar
