#include <gtest/gtest.h>

#include "checks/checks.h"
#include "testing/fixture.h"

namespace skiff::health {
namespace {

using GpuTemperature = CheckTest;

TEST_F(GpuTemperature, WarnsAtTheLimit) {
  expect_gpus();
  gpus("temperature 89");
  EXPECT_EQ(said(gpu_temperature(node)), "ok: cool enough");
  gpus("1.temperature 90");
  EXPECT_EQ(said(gpu_temperature(node)), "warn: GPU 1: 90 C, slows down at 90 C");
  gpus("1.temperature 80\n1.clocks 0x20");
  EXPECT_EQ(said(gpu_temperature(node)), "warn: GPU 1: slowed down by software because of heat (80 C)");
  gpus("slowdown.error 3\ntemperature 120");
  EXPECT_EQ(said(gpu_temperature(node)), "ok: cool enough");
}

}  // namespace
}  // namespace skiff::health
