#include <gtest/gtest.h>

#include "checks/checks.h"
#include "testing/fixture.h"

namespace skiff::health {
namespace {

struct MountCheck : CheckTest {
  void mounted(const std::string& options, const std::string& super = "rw") {
    tree.write("/proc/self/mountinfo", "22 1 8:1 / / rw - ext4 /dev/sda1 rw\n36 22 0:52 / /my\\040data " + options +
                                           " shared:7 master:1 - nfs4 server:/x " + super + "\n");
  }
  std::string look(Settings::Mount expected) { return said(mount(node, expected)); }
};

TEST_F(MountCheck, MustBeMountedWithItsTypeAndWritable) {
  tree.folder("/my data");
  mounted("rw,relatime");
  EXPECT_EQ(look({.path = "/my data", .type = "nfs4"}), "ok: nfs4");
  EXPECT_EQ(look({.path = "/my data", .type = "lustre"}), "critical: /my data is nfs4, not lustre");
  EXPECT_EQ(look({.path = "/other"}), "critical: /other is not mounted");
  mounted("ro,relatime");
  EXPECT_EQ(look({.path = "/my data"}), "critical: /my data is read-only");
  EXPECT_EQ(look({.path = "/my data", .read_only = true}), "ok: nfs4");
  // The kernel sets this after a disk error.
  mounted("rw", "ro,errors=remount-ro");
  EXPECT_EQ(look({.path = "/my data"}), "critical: /my data is read-only");
}

TEST_F(MountCheck, MustBeAccessibleAndTheWriteTestLeavesNoFile) {
  mounted("rw");
  EXPECT_EQ(look({.path = "/my data"}), "critical: /my data: No such file or directory");
  tree.folder("/my data");
  EXPECT_EQ(look({.path = "/my data", .write = true}), "ok: nfs4");
  EXPECT_TRUE(std::filesystem::is_empty(tree.root + "/my data"));
  tree.remove("/proc/self/mountinfo");
  EXPECT_EQ(look({.path = "/my data"}), "unknown: /proc/self/mountinfo cannot be read");
}

}  // namespace
}  // namespace skiff::health
