#include <gtest/gtest.h>

#include "checks/checks.h"
#include "testing/fixture.h"

namespace skiff::health {
namespace {

using GpuFabric = CheckTest;

TEST_F(GpuFabric, GpusMustHaveJoinedTheFabric) {
  expect_gpus();
  EXPECT_EQ(said(gpu_fabric(node)), "ok: in the fabric");
  gpus("0.fabric 2");
  EXPECT_EQ(said(gpu_fabric(node)), "critical: GPU 0: fabric registration is not complete");
  gpus("0.fabric.status 999");
  EXPECT_EQ(said(gpu_fabric(node)), "critical: GPU 0: fabric registration failed: an unknown error");
  gpus("fabric 0");
  EXPECT_EQ(said(gpu_fabric(node)), "does not apply");
  gpus("fabric.error 13");
  EXPECT_EQ(said(gpu_fabric(node)), "does not apply");
}

}  // namespace
}  // namespace skiff::health
