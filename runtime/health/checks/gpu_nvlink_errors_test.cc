#include <gtest/gtest.h>

#include "checks/checks.h"
#include "testing/fixture.h"

namespace skiff::health {
namespace {

using GpuNvlinkErrors = CheckTest;

TEST_F(GpuNvlinkErrors, OnlyNewOnesCount) {
  expect_gpus();
  gpus("2.link5.errors1 7");
  EXPECT_EQ(said(again(gpu_nvlink_errors, "gpu-nvlink-errors")), "ok: no new ones");
  gpus("2.link5.errors1 9");
  EXPECT_EQ(said(again(gpu_nvlink_errors, "gpu-nvlink-errors")), "warn: GPU 2: 2 recovery errors of NVLink 5");
  EXPECT_EQ(said(again(gpu_nvlink_errors, "gpu-nvlink-errors")), "ok: no new ones");
  // The counter was reset.
  gpus("2.link5.errors1 0");
  EXPECT_EQ(said(again(gpu_nvlink_errors, "gpu-nvlink-errors")), "ok: no new ones");
}

}  // namespace
}  // namespace skiff::health
