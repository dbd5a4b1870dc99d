#include <gtest/gtest.h>

#include "checks/checks.h"
#include "testing/fixture.h"

namespace skiff::health {
namespace {

using Space = CheckTest;

TEST_F(Space, IsComparedWithTheLimits) {
  tree.folder("/data");
  node.settings.catalogue.thresholds["spaceWarn"] = 0;
  node.settings.catalogue.thresholds["spaceCritical"] = 0;
  EXPECT_EQ(said(space(node, "/data")), "ok: enough");
  // No file system is that empty.
  node.settings.catalogue.thresholds["spaceWarn"] = 101;
  EXPECT_EQ(space(node, "/data")->level, Level::warn);
  EXPECT_NE(said(space(node, "/data")).find("warn: space free: "), std::string::npos);
  node.settings.catalogue.thresholds["spaceCritical"] = 101;
  EXPECT_EQ(space(node, "/data")->level, Level::critical);
  EXPECT_EQ(said(space(node, "/none")), "unknown: /none: No such file or directory");
}

}  // namespace
}  // namespace skiff::health
