#include <gtest/gtest.h>

#include "checks/checks.h"
#include "testing/fixture.h"

namespace skiff::health {
namespace {

using EfaDevices = CheckTest;

TEST_F(EfaDevices, AreCountedByTheirDriver) {
  EXPECT_EQ(said(efa_devices(node)), "does not apply");
  node.settings.efa = 2;
  tree.link("/sys/class/infiniband/rdmap79s0/device/driver", "../../../../bus/pci/drivers/efa");
  tree.link("/sys/class/infiniband/mlx5_0/device/driver", "../../../../bus/pci/drivers/mlx5_core");
  EXPECT_EQ(said(efa_devices(node)), "critical: 1 of 2 EFA devices");
  tree.link("/sys/class/infiniband/rdmap80s0/device/driver", "../../../../bus/pci/drivers/efa");
  EXPECT_EQ(said(efa_devices(node)), "ok: 2 of 2 EFA devices");
}

}  // namespace
}  // namespace skiff::health
