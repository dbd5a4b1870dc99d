#include <gtest/gtest.h>

#include "checks/checks.h"
#include "testing/fixture.h"

namespace skiff::health {
namespace {

using GpuCount = CheckTest;

TEST_F(GpuCount, MustBeTheExpectedNumber) {
  EXPECT_EQ(said(gpu_count(node)), "does not apply");
  expect_gpus();
  EXPECT_EQ(said(gpu_count(node)), "ok: 8 of 8 GPUs");
  gpus("count 7");
  EXPECT_EQ(said(gpu_count(node)), "critical: 7 of 8 GPUs");
  gpus("count 9");
  EXPECT_EQ(said(gpu_count(node)), "critical: 9 of 8 GPUs");
}

// A broken driver must not hide GPUs that are gone.
TEST_F(GpuCount, CountsDeviceFilesWithoutNvml) {
  expect_gpus(2);
  gpus("init.error 9");
  tree.write("/dev/nvidia0", "");
  tree.write("/dev/nvidiactl", "");
  EXPECT_EQ(said(gpu_count(node)), "critical: 1 of 2 GPUs have a device file");
  tree.write("/dev/nvidia1", "");
  EXPECT_EQ(said(gpu_count(node)), "unknown: NVML: the driver is not loaded");
}

}  // namespace
}  // namespace skiff::health
