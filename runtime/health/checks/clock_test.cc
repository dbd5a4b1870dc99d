#include "checks/clock.h"

#include <gtest/gtest.h>

#include "checks/checks.h"
#include "testing/fixture.h"

namespace skiff::health {
namespace {

std::string judged(const ClockState& state) { return said(judge_clock(state, 1000)); }

TEST(Clock, OffsetIsCriticalAndMissingSynchronizationAWarning) {
  EXPECT_EQ(judged({.synchronised = true, .offset = -20000, .maximum = 30000}), "ok: off by 20 ms");
  EXPECT_EQ(judged({.synchronised = true, .offset = -1001000}), "critical: off by 1001 ms");
  EXPECT_EQ(judged({.synchronised = false}), "warn: the clock is not synchronized");
  EXPECT_EQ(judged({.synchronised = true, .offset = 0, .maximum = 5000000}), "warn: may be off by 5000 ms");
}

TEST(Clock, IsCheckedOnlyIfEnabled) {
  Node node;
  node.settings.catalogue = built_in_catalogue();
  EXPECT_EQ(said(clock_offset(node)), "does not apply");
  node.settings.clock = true;
  EXPECT_TRUE(clock_offset(node).has_value());
}

}  // namespace
}  // namespace skiff::health
