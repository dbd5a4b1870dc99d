#include <gtest/gtest.h>

#include "checks/checks.h"
#include "testing/fixture.h"

namespace skiff::health {
namespace {

using GpuEccCorrected = CheckTest;

TEST_F(GpuEccCorrected, WarnsAboveTheThresholds) {
  expect_gpus();
  gpus("ecc.corrected.aggregate 20000000\necc.corrected.aggregate.sram 10000");
  EXPECT_EQ(said(gpu_ecc_corrected(node)), "ok: within the limit");
  gpus("4.ecc.corrected.aggregate 20000001");
  EXPECT_EQ(said(gpu_ecc_corrected(node)), "warn: GPU 4: 20000001 corrected errors");
  gpus("4.ecc.corrected.aggregate.sram 10001");
  EXPECT_EQ(said(gpu_ecc_corrected(node)), "warn: GPU 4: 10001 corrected errors in SRAM");
  node.settings.catalogue.models["NVIDIA H100 80GB HBM3"].thresholds["eccCorrectedSram"] = 20000;
  EXPECT_EQ(said(gpu_ecc_corrected(node)), "ok: within the limit");
}

}  // namespace
}  // namespace skiff::health
