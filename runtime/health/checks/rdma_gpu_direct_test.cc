#include <gtest/gtest.h>

#include "checks/checks.h"
#include "testing/fixture.h"

namespace skiff::health {
namespace {

using RdmaGpuDirect = CheckTest;

TEST_F(RdmaGpuDirect, NeedsAModuleOrTheOpenDriver) {
  expect_gpus();
  node.settings.rdma = Settings::Rdma{.ports = 8, .gpu_direct = true};
  EXPECT_EQ(rdma_gpu_direct(node)->level, Level::warn);
  tree.write("/proc/driver/nvidia/version", "NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.54.15\n");
  EXPECT_EQ(rdma_gpu_direct(node)->level, Level::warn);
  tree.write("/proc/driver/nvidia/version", "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  570.86.15\n");
  EXPECT_EQ(said(rdma_gpu_direct(node)), "ok: dma-buf");
  tree.folder("/sys/module/nvidia_peermem");
  EXPECT_EQ(said(rdma_gpu_direct(node)), "ok: nvidia_peermem");
  node.settings.rdma->gpu_direct = false;
  EXPECT_EQ(said(rdma_gpu_direct(node)), "does not apply");
}

}  // namespace
}  // namespace skiff::health
