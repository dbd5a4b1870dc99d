#include <gtest/gtest.h>

#include "checks/checks.h"
#include "testing/fixture.h"

namespace skiff::health {
namespace {

using GpuName = CheckTest;

TEST_F(GpuName, ShortAndLongTypesMatch) {
  for (const char* type : {"h100", "H100", "h100_80gb", "80gb_hbm3", "nvidia_h100_80gb_hbm3"}) {
    expect_gpus(8, type);
    EXPECT_EQ(gpu_name(node)->level, Level::ok) << type;
  }
  gpus("name NVIDIA A100-SXM4-80GB");
  for (const char* type : {"a100", "a100-sxm4-80gb", "a100_sxm4", "nvidia_a100-sxm4-80gb"}) {
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
  // Neither does a part of the words.
  for (const char* type : {"h200_80gb", "h100_80gb_hbm3_x", "nvidia_h100"}) {
    expect_gpus(8, type);
    EXPECT_EQ(gpu_name(node)->level, Level::critical) << type;
  }
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
