#include <gtest/gtest.h>

#include "checks/checks.h"
#include "testing/fixture.h"

namespace skiff::health {
namespace {

struct RdmaLinkDowns : CheckTest {
  std::string look(int count, int seconds = 30) {
    node.now += seconds;
    node.settings.rdma = Settings::Rdma{.ports = 1};
    tree.write("/sys/class/infiniband/mlx5_0/ports/1/counters/link_downed", std::to_string(count) + "\n");
    return said(again(rdma_link_downs, "rdma-link-downs"));
  }
};

TEST_F(RdmaLinkDowns, LinkDownsAreAWarningAndFiveInADayAreCritical) {
  EXPECT_EQ(look(3), "ok: no link went down");
  EXPECT_EQ(look(4), "warn: mlx5_0:1 went down 1 times since the last run");
  EXPECT_EQ(look(4), "ok: no link went down");
  EXPECT_EQ(look(7), "warn: mlx5_0:1 went down 3 times since the last run");
  EXPECT_EQ(look(8), "critical: mlx5_0:1 went down 5 times within a day");
  EXPECT_EQ(look(8), "critical: mlx5_0:1 went down 5 times within a day");
  EXPECT_EQ(look(8, 86400), "ok: no link went down");
}

TEST_F(RdmaLinkDowns, AResetCounterCountsFromZero) {
  look(9);
  EXPECT_EQ(look(0), "ok: no link went down");
  EXPECT_EQ(look(1), "warn: mlx5_0:1 went down 1 times since the last run");
}

}  // namespace
}  // namespace skiff::health
