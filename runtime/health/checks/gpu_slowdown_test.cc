#include <gtest/gtest.h>

#include "checks/checks.h"
#include "testing/fixture.h"

namespace skiff::health {
namespace {

struct GpuSlowdown : CheckTest {
  GpuSlowdown() {
    expect_gpus();
    node.settings.catalogue.thresholds["slowdownPause"] = 1;
  }
  std::string look(std::int64_t seconds_later = 60) {
    node.now += seconds_later;
    return said(again(gpu_slowdown, "gpu-slowdown"));
  }
};

TEST_F(GpuSlowdown, SixOfTenMinutesAreCritical) {
  gpus("2.clocks 0x48");
  for (int i = 0; i < 5; ++i) EXPECT_EQ(look(), "warn: GPU 2: slowed down by heat");
  EXPECT_EQ(look(), "critical: GPU 2: slowed down by heat, in 6 of the last ten minutes");
  node.now += 600;
  EXPECT_EQ(look(), "warn: GPU 2: slowed down by heat");
}

TEST_F(GpuSlowdown, RunsWithinTheSameMinuteCountOnce) {
  gpus("2.clocks 0x48");
  node.now = 1200000000;
  for (int i = 0; i < 9; ++i) EXPECT_EQ(look(30), "warn: GPU 2: slowed down by heat") << i;
  EXPECT_TRUE(look(30).starts_with("critical: "));
}

TEST_F(GpuSlowdown, SlowdownsAreCountedPerGpu) {
  for (int i = 0; i < 8; ++i) {
    gpus(i % 2 ? "1.clocks 0x80" : "11.clocks 0x80\n3.clocks 0x8");
    EXPECT_TRUE(look().starts_with("warn: ")) << i;
  }
}

TEST_F(GpuSlowdown, IdleClocksClockSettingsAndPowerCapsAreIgnored) {
  gpus("clocks 0x7");
  EXPECT_EQ(look(), "ok: none");
}

}  // namespace
}  // namespace skiff::health
