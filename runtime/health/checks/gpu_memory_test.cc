#include <gtest/gtest.h>

#include "checks/checks.h"
#include "testing/fixture.h"

namespace skiff::health {
namespace {

using GpuMemory = CheckTest;

TEST_F(GpuMemory, InUseBeforeTheJobIsAWarning) {
  expect_gpus();
  node.as = prolog;
  node.environment["SLURM_JOB_GPUS"] = "1";
  gpus("memory.used 15");
  EXPECT_EQ(said(gpu_memory(node)), "ok: free");
  gpus("1.memory.used 600\n2.memory.used 900");
  EXPECT_EQ(said(gpu_memory(node)), "warn: GPU 1: 600 MiB in use before the job");
  node.environment.clear();
  EXPECT_EQ(said(gpu_memory(node)), "does not apply");
}

}  // namespace
}  // namespace skiff::health
