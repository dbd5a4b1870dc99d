#include <gtest/gtest.h>

#include "checks/checks.h"
#include "testing/fixture.h"

namespace skiff::health {
namespace {

struct RdmaPorts : CheckTest {
  RdmaPorts() { node.settings.rdma = Settings::Rdma{.ports = 2, .rate = 400}; }
  void port(const std::string& device, const std::string& state = "4: ACTIVE",
            const std::string& physical = "5: LinkUp", const std::string& rate = "400 Gb/sec (4X NDR)",
            const std::string& layer = "InfiniBand") {
    const std::string folder = "/sys/class/infiniband/" + device + "/ports/1/";
    tree.write(folder + "state", state + "\n");
    tree.write(folder + "phys_state", physical + "\n");
    tree.write(folder + "rate", rate + "\n");
    tree.write(folder + "link_layer", layer + "\n");
  }
};

TEST_F(RdmaPorts, AllMustBeUpAndFast) {
  port("mlx5_0");
  port("mlx5_1");
  EXPECT_EQ(said(rdma_ports(node)), "ok: 2 of 2 ports");
  port("mlx5_1", "1: DOWN", "3: Disabled");
  EXPECT_EQ(said(rdma_ports(node)), "critical: 1 of 2 ports healthy: mlx5_1:1 state is 1: DOWN");
  port("mlx5_1", "4: ACTIVE", "2: Polling");
  EXPECT_EQ(said(rdma_ports(node)), "critical: 1 of 2 ports healthy: mlx5_1:1 physical state is 2: Polling");
  port("mlx5_1", "4: ACTIVE", "5: LinkUp", "200 Gb/sec (4X HDR)");
  EXPECT_EQ(said(rdma_ports(node)),
            "critical: 1 of 2 ports healthy: mlx5_1:1 rate is 200 Gb/sec (4X HDR), expected 400 Gb/s");
  tree.remove("/sys/class/infiniband/mlx5_1");
  EXPECT_EQ(said(rdma_ports(node)), "critical: 1 of 2 ports healthy");
}

TEST_F(RdmaPorts, SkipsOtherLinkLayersAndIgnoredDevicesAndWarnsOfExtraPorts) {
  port("mlx5_0");
  port("mlx5_1");
  port("mlx5_2", "1: DOWN", "3: Disabled", "25 Gb/sec (1X EDR)", "Ethernet");
  EXPECT_EQ(said(rdma_ports(node)), "ok: 2 of 2 ports");
  port("mlx5_bond_0", "1: DOWN");
  EXPECT_EQ(said(rdma_ports(node)), "warn: 2 of 2 ports healthy; extra ports: mlx5_bond_0:1 state is 1: DOWN");
  node.settings.rdma->ignore = {"mlx5_bond_*"};
  EXPECT_EQ(said(rdma_ports(node)), "ok: 2 of 2 ports");
}

TEST_F(RdmaPorts, NoDeviceIsCriticalIfPortsAreExpected) {
  EXPECT_EQ(said(rdma_ports(node)), "critical: 0 of 2 ports healthy");
  node.settings.rdma.reset();
  EXPECT_EQ(said(rdma_ports(node)), "does not apply");
}

}  // namespace
}  // namespace skiff::health
