#include <gtest/gtest.h>

#include "checks/checks.h"
#include "testing/fixture.h"

namespace skiff::health {
namespace {

using GpuEccUncorrected = CheckTest;

TEST_F(GpuEccUncorrected, AnyErrorSinceTheDriverWasLoadedIsCritical) {
  expect_gpus();
  EXPECT_EQ(said(gpu_ecc_uncorrected(node)), "ok: none");
  gpus("1.ecc.uncorrected.volatile.dram 2");
  EXPECT_EQ(said(gpu_ecc_uncorrected(node)), "critical: GPU 1: 2 uncorrected errors in DRAM");
  gpus("1.ecc.uncorrected.volatile.sram 1");
  EXPECT_EQ(said(gpu_ecc_uncorrected(node)), "critical: GPU 1: 1 uncorrected errors in SRAM");
  // From before the driver was loaded.
  gpus("1.ecc.uncorrected.aggregate.dram 2");
  EXPECT_EQ(said(gpu_ecc_uncorrected(node)), "ok: none");
}

TEST_F(GpuEccUncorrected, DoesNotApplyToGpusWithoutEcc) {
  expect_gpus();
  gpus("ecc.uncorrected.volatile.sram.error 3\necc.uncorrected.volatile.dram.error 3");
  EXPECT_EQ(said(gpu_ecc_uncorrected(node)), "does not apply");
  gpus("ecc.uncorrected.volatile.dram.error 999");
  EXPECT_EQ(gpu_ecc_uncorrected(node)->level, Level::unknown);
}

}  // namespace
}  // namespace skiff::health
