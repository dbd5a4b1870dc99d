#include <gtest/gtest.h>

#include "checks/checks.h"
#include "testing/fixture.h"

namespace skiff::health {
namespace {

using GpuRows = CheckTest;

TEST_F(GpuRows, PendingAndFailedAreCritical) {
  expect_gpus();
  gpus("rows.corrected 3\nrows.uncorrected 1");
  EXPECT_EQ(said(gpu_rows_pending(node)), "ok: none");
  EXPECT_EQ(said(gpu_rows_failed(node)), "ok: none");
  gpus("6.rows.pending 1");
  EXPECT_EQ(said(gpu_rows_pending(node)), "critical: GPU 6: row remapping is pending, reset the GPU");
  EXPECT_EQ(said(gpu_rows_failed(node)), "ok: none");
  gpus("6.rows.failed 1");
  EXPECT_EQ(said(gpu_rows_failed(node)), "critical: GPU 6: row remapping failed, replace the GPU");
  gpus("rows.error 3");
  EXPECT_EQ(said(gpu_rows_failed(node)), "does not apply");
}

}  // namespace
}  // namespace skiff::health
