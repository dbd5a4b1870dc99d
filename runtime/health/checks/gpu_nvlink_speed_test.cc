#include <gtest/gtest.h>

#include "checks/checks.h"
#include "testing/fixture.h"

namespace skiff::health {
namespace {

using GpuNvlinkSpeed = CheckTest;

TEST_F(GpuNvlinkSpeed, SlowerIsCritical) {
  expect_gpus();
  EXPECT_EQ(said(gpu_nvlink_speed(node)), "ok: full speed");
  gpus("4.link7.speed 13281");
  EXPECT_EQ(said(gpu_nvlink_speed(node)), "critical: GPU 4: NVLink 7 runs at 13281 MB/s, expected 26562 MB/s");
  gpus("4.link7.speed 0");
  EXPECT_EQ(said(gpu_nvlink_speed(node)), "ok: full speed");
  gpus("name NVIDIA A100-SXM4-80GB");
  EXPECT_EQ(said(gpu_nvlink_speed(node)), "does not apply");
}

}  // namespace
}  // namespace skiff::health
