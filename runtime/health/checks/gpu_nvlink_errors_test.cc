#include <gtest/gtest.h>

#include "checks/checks.h"
#include "testing/fixture.h"

namespace skiff::health {
namespace {

using GpuNvlinkErrors = CheckTest;

TEST_F(GpuNvlinkErrors, OnlyNewErrorsAreReported) {
  expect_gpus();
  gpus("2.link5.errors1 7");
  EXPECT_EQ(said(again(gpu_nvlink_errors, "gpu-nvlink-errors")), "ok: no new errors");
  gpus("2.link5.errors1 9");
  EXPECT_EQ(said(again(gpu_nvlink_errors, "gpu-nvlink-errors")), "warn: GPU 2: 2 recovery errors on NVLink 5");
  EXPECT_EQ(said(again(gpu_nvlink_errors, "gpu-nvlink-errors")), "ok: no new errors");
  // The counter was reset.
  gpus("2.link5.errors1 0");
  EXPECT_EQ(said(again(gpu_nvlink_errors, "gpu-nvlink-errors")), "ok: no new errors");
}

}  // namespace
}  // namespace skiff::health
