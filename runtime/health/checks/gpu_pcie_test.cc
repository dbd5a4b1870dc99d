#include <gtest/gtest.h>

#include "checks/checks.h"
#include "testing/fixture.h"

namespace skiff::health {
namespace {

using GpuPcie = CheckTest;

TEST_F(GpuPcie, WidthIsAlwaysCheckedAndGenerationUnderLoad) {
  expect_gpus();
  EXPECT_EQ(said(gpu_pcie(node)), "ok: full width");
  gpus("1.pcie.width 8");
  EXPECT_EQ(said(gpu_pcie(node)), "warn: GPU 1: PCIe x8, expected x16");
  gpus("1.pcie.generation 1");
  EXPECT_EQ(said(gpu_pcie(node)), "ok: full width");
  gpus("1.pcie.generation 1\n1.busy 80");
  EXPECT_EQ(said(gpu_pcie(node)), "warn: GPU 1: PCIe generation 1 under load, expected 5");
}

}  // namespace
}  // namespace skiff::health
