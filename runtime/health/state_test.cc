#include "state.h"

#include <gtest/gtest.h>

namespace skiff::health {
namespace {

TEST(HealthState, IsReadBackUnchanged) {
  State state;
  state.slurmctld_never_asked = false;
  state.boot = "b";
  state.memory["gpu-xid"] = "seen 3\n";
  state.passed_start_checks = {"gpu-name"};
  state.levels = {{"space:/a", Level::warn}};
  state.acknowledged = 7;
  state.reason = "[HC] a: b";
  state.causes = {"a"};
  state.good_runs = 2;
  state.drains = {10, 20};
  state.comment = "c";
  const State back = parse_state(to_json(state));
  EXPECT_FALSE(back.slurmctld_never_asked);
  EXPECT_EQ(to_json(back), to_json(state));
  EXPECT_EQ(back.levels.at("space:/a"), Level::warn);
}

TEST(HealthState, InvalidTextGivesAFreshState) {
  for (const char* text : {"", "{", "{}", "[]", R"({"boot": 3})"}) {
    const State state = parse_state(text);
    EXPECT_TRUE(state.slurmctld_never_asked && state.boot.empty() && state.memory.empty()) << text;
  }
}

TEST(HealthState, ARebootClearsTheMemoryAndKeepsTheDrain) {
  State state;
  state.boot = "one";
  state.memory["gpu-xid"] = "seen 3\n";
  state.reason = "[HC] a: b";
  forget_boot(state, "one");
  EXPECT_FALSE(state.memory.empty());
  forget_boot(state, "two");
  EXPECT_TRUE(state.memory.empty());
  EXPECT_EQ(state.reason, "[HC] a: b");
}

TEST(HealthState, InvalidUtf8CanBeStored) {
  State state;
  state.reason = "\xff\xfe";
  state.good_runs = 4;
  EXPECT_EQ(parse_state(to_json(state)).good_runs, 4);
}

}  // namespace
}  // namespace skiff::health
