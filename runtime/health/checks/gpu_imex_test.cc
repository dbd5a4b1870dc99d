#include <gtest/gtest.h>

#include "checks/checks.h"
#include "testing/fixture.h"

namespace skiff::health {
namespace {

using GpuImex = CheckTest;

TEST_F(GpuImex, NeedsAChannelIfEnabled) {
  expect_gpus();
  EXPECT_EQ(said(gpu_imex(node)), "does not apply");
  node.settings.gpus->imex = true;
  EXPECT_EQ(said(gpu_imex(node)), "critical: no channel in /dev/nvidia-caps-imex-channels");
  tree.write("/dev/nvidia-caps-imex-channels/channel0", "");
  EXPECT_EQ(said(gpu_imex(node)), "ok: channel0");
}

}  // namespace
}  // namespace skiff::health
