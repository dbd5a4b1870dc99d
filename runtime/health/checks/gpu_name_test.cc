#include <gtest/gtest.h>

#include "checks/checks.h"
#include "testing/fixture.h"

namespace skiff::health {
namespace {

using GpuName = CheckTest;

TEST_F(GpuName, ShortAndLongTypesMatch) {
  for (const char* type : {"h100", "H100", "nvidia_h100_80gb_hbm3"}) {
    expect_gpus(8, type);
    EXPECT_EQ(gpu_name(node)->level, Level::ok) << type;
  }
  expect_gpus(8, "");
  EXPECT_EQ(said(gpu_name(node)), "does not apply");
}

TEST_F(GpuName, AnotherModelIsCritical) {
  expect_gpus();
  gpus("3.name NVIDIA H200");
  EXPECT_EQ(said(gpu_name(node)), "critical: GPU 3 is NVIDIA H200, not of type h100");
  // A part of a word does not match.
  expect_gpus(8, "l4");
  gpus("name NVIDIA L40S");
  EXPECT_EQ(gpu_name(node)->level, Level::critical);
  gpus("name NVIDIA L4");
  EXPECT_EQ(gpu_name(node)->level, Level::ok);
  expect_gpus(8, "a100");
  gpus("name NVIDIA A100-SXM4-40GB");
  EXPECT_EQ(gpu_name(node)->level, Level::ok);
}

}  // namespace
}  // namespace skiff::health
