#include <gtest/gtest.h>

#include "checks/checks.h"
#include "testing/fixture.h"

namespace skiff::health {
namespace {

using GpuPersistence = CheckTest;

TEST_F(GpuPersistence, OffIsAWarning) {
  expect_gpus();
  EXPECT_EQ(said(gpu_persistence(node)), "ok: on");
  gpus("7.persistence 0");
  EXPECT_EQ(said(gpu_persistence(node)), "warn: GPU 7: persistence mode is off");
}

}  // namespace
}  // namespace skiff::health
