#include <gtest/gtest.h>

#include "checks/checks.h"
#include "testing/fixture.h"

namespace skiff::health {
namespace {

using GpuNvlinks = CheckTest;

TEST_F(GpuNvlinks, AllLinksOfTheModelMustBeUp) {
  expect_gpus();
  EXPECT_EQ(said(gpu_nvlinks(node)), "ok: all up");
  gpus("3.link17.state 0\n3.link2.state 0");
  EXPECT_EQ(said(gpu_nvlinks(node)), "critical: GPU 3: 16 of 18 NVLinks up");
  gpus("5.links 12");
  EXPECT_EQ(said(gpu_nvlinks(node)), "critical: GPU 5: 12 of 18 NVLinks up");
  gpus("5.link0.state.error 999");
  EXPECT_EQ(gpu_nvlinks(node)->level, Level::unknown);
}

TEST_F(GpuNvlinks, DoesNotApplyToModelsWithoutLinksOrToASingleGpu) {
  expect_gpus();
  gpus("name NVIDIA L40S\nlinks 0");
  EXPECT_EQ(said(gpu_nvlinks(node)), "does not apply");
  expect_gpus(1);
  gpus("count 1\nlinks 0");
  EXPECT_EQ(said(gpu_nvlinks(node)), "does not apply");
}

}  // namespace
}  // namespace skiff::health
