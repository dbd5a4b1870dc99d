#include <gtest/gtest.h>

#include "checks/checks.h"
#include "testing/fixture.h"

namespace skiff::health {
namespace {

using GpuSxid = CheckTest;

TEST_F(GpuSxid, OnlyFatalSxidsAreReported) {
  expect_gpus();
  tree.write("/proc/uptime", "100.0 5.0\n");
  tree.write(
      "/dev/kmsg",
      "3,1,90000000,-;nvidia-nvswitch3: SXid (PCI:0000:c1:00.0): 28006, Non-fatal, Link 46 MC TS crumbstore MCTO (First)\n");
  EXPECT_EQ(said(again(gpu_sxid, "gpu-sxid")), "ok: none");
  tree.write("/dev/kmsg",
             "3,2,91000000,-;nvidia-nvswitch0: SXid (PCI:0000:c1:00.0): 20034, Fatal, Link 30 LTSSM Fault Up\n");
  EXPECT_EQ(said(again(gpu_sxid, "gpu-sxid")), "critical: nvidia-nvswitch0: fatal SXid 20034");
  EXPECT_EQ(again(gpu_sxid, "gpu-sxid")->level, Level::critical);
}

}  // namespace
}  // namespace skiff::health
