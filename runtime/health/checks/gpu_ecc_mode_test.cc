#include <gtest/gtest.h>

#include "checks/checks.h"
#include "testing/fixture.h"

namespace skiff::health {
namespace {

using GpuEccMode = CheckTest;

TEST_F(GpuEccMode, OffNowOrAfterTheNextResetIsAWarning) {
  expect_gpus();
  EXPECT_EQ(said(gpu_ecc_mode(node)), "ok: on");
  gpus("0.ecc.mode 0");
  EXPECT_EQ(said(gpu_ecc_mode(node)), "warn: GPU 0: ECC is off");
  gpus("0.ecc.pending 0");
  EXPECT_EQ(said(gpu_ecc_mode(node)), "warn: GPU 0: ECC will be off after the next reset");
  gpus("ecc.mode.error 3");
  EXPECT_EQ(said(gpu_ecc_mode(node)), "does not apply");
}

}  // namespace
}  // namespace skiff::health
