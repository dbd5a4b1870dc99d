#include <gtest/gtest.h>

#include "checks/checks.h"
#include "testing/fixture.h"

namespace skiff::health {
namespace {

using JailCheck = CheckTest;

TEST_F(JailCheck, MustBeMountedPopulatedAndOfTheExpectedVersion) {
  EXPECT_EQ(said(jail(node)), "does not apply");
  node.settings.jail = Settings::Jail{"/mnt/jail", "etc/skiff-jail", "v2"};
  tree.write("/proc/self/mountinfo", "22 1 8:1 / / rw - ext4 /dev/sda1 rw\n");
  EXPECT_EQ(said(jail(node)), "critical: /mnt/jail is not mounted");
  tree.write("/proc/self/mountinfo", "22 1 8:1 / /mnt/jail rw - ceph mon:/ rw\n");
  EXPECT_EQ(said(jail(node)), "critical: /mnt/jail/etc/skiff-jail is missing: the jail is not populated");
  tree.write("/mnt/jail/etc/skiff-jail", "v1\n");
  EXPECT_EQ(said(jail(node)), "critical: version v1, expected v2");
  tree.write("/mnt/jail/etc/skiff-jail", "v2\n");
  EXPECT_EQ(said(jail(node)), "ok: version v2");
}

}  // namespace
}  // namespace skiff::health
