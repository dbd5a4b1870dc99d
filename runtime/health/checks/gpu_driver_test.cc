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
}

TEST_F(GpuDriver, ADriverThatCannotBeUsedIsCritical) {
  expect_gpus();
  gpus("init.error 9");
  EXPECT_EQ(said(gpu_driver(node)), "critical: NVML: the driver is not loaded");
  gpus("init.error 15");
  EXPECT_EQ(said(gpu_driver(node)), "critical: NVML: the GPU is lost");
  gpus("init.error 18");
  EXPECT_EQ(said(gpu_driver(node)), "critical: NVML: the versions of the driver and its library differ");
  // 999, NVML_ERROR_UNKNOWN: the container has lost access to the device files.
  gpus("init.error 999");
  EXPECT_EQ(said(gpu_driver(node)), "critical: NVML: an unknown error");
  gpus("init.error 10");
  EXPECT_EQ(said(gpu_driver(node)), "unknown: NVML: the driver does not answer");
}

TEST_F(GpuDriver, AMissingOrWrongLibraryIsCritical) {
  expect_gpus();
  node.settings.gpus->nvml = "/no/such/libnvidia-ml.so.1";
  EXPECT_EQ(said(gpu_driver(node)),
            "critical: NVML: /no/such/libnvidia-ml.so.1: cannot open shared object file: No such file or directory");
  node.settings.gpus->nvml = "libm.so.6";
  node.gpus.reset();
  EXPECT_EQ(said(gpu_driver(node)), "critical: NVML: libm.so.6 lacks required NVML functions");
}

}  // namespace
}  // namespace skiff::health
