#include <gtest/gtest.h>

#include "checks/checks.h"
#include "testing/fixture.h"

namespace skiff::health {
namespace {

using GpuDriver = CheckTest;

TEST_F(GpuDriver, BrokenGpusAreCriticalAndOtherErrorsAreUnknown) {
  EXPECT_EQ(said(gpu_driver(node)), "does not apply");
  expect_gpus();
  EXPECT_EQ(said(gpu_driver(node)), "ok: the driver answers for 8 GPUs");
  gpus("2.handle.error 15");
  EXPECT_EQ(said(gpu_driver(node)), "critical: GPU 2: the GPU is lost");
  gpus("2.handle.error 16");
  EXPECT_EQ(said(gpu_driver(node)), "critical: GPU 2: the GPU must be reset");
  gpus("5.inforom.error 14");
  EXPECT_EQ(said(gpu_driver(node)), "critical: GPU 5: the infoROM is corrupted");
  gpus("2.handle.error 4");
  EXPECT_EQ(said(gpu_driver(node)), "unknown: GPU 2: no permission");
  gpus("init.error 9");
  EXPECT_EQ(said(gpu_driver(node)), "unknown: NVML: the driver is not loaded");
  gpus("init.error 15");
  EXPECT_EQ(said(gpu_driver(node)), "critical: NVML: the GPU is lost");
}

TEST_F(GpuDriver, AMissingOrWrongLibraryIsUnknown) {
  expect_gpus();
  node.settings.gpus->nvml = "/no/such/libnvidia-ml.so.1";
  EXPECT_EQ(gpu_driver(node)->level, Level::unknown);
  node.settings.gpus->nvml = "libm.so.6";
  node.gpus.reset();
  EXPECT_EQ(said(gpu_driver(node)), "unknown: NVML: libm.so.6 lacks required NVML functions");
}

}  // namespace
}  // namespace skiff::health
