#include <gtest/gtest.h>

#include "checks/checks.h"
#include "testing/fixture.h"

namespace skiff::health {
namespace {

struct Nvme : CheckTest {
  Nvme() {
    node.settings.nvme = 2;
    tree.write("/proc/uptime", "100.0 5.0\n");
    tree.write("/sys/class/nvme/nvme0/state", "live\n");
    tree.write("/sys/class/nvme/nvme1/state", "live\n");
    kernel("usb 1-1: new device");
  }
  void kernel(const std::string& text) { tree.write("/dev/kmsg", "3,1,90000000,-;" + text + "\n"); }
  std::string look() { return said(again(nvme, "nvme")); }
};

TEST_F(Nvme, MustBeLive) {
  EXPECT_EQ(look(), "ok: 2 of 2 disks");
  tree.write("/sys/class/nvme/nvme1/state", "dead\n");
  EXPECT_EQ(look(), "critical: nvme1 is dead; 1 of 2 disks are live");
  tree.remove("/sys/class/nvme/nvme1");
  EXPECT_EQ(look(), "critical: 1 of 2 disks are live");
}

TEST_F(Nvme, DiskErrorsInTheKernelLogStayCritical) {
  for (const char* text :
       {"I/O error, dev nvme1n1, sector 8 op 0x0:(READ) flags 0x0", "critical medium error, dev nvme0n1, sector 8",
        "EXT4-fs (nvme0n1p1): Remounting filesystem read-only"}) {
    node.memory.clear();
    kernel(text);
    look();
    EXPECT_EQ(look(), std::string("critical: ") + text);
  }
  node.memory.clear();
  kernel("I/O error, dev sda, sector 8");
  EXPECT_EQ(look(), "ok: 2 of 2 disks");
}

TEST_F(Nvme, WithoutAKernelLogOnlyMissingDisksAreCritical) {
  tree.remove("/dev/kmsg");
  EXPECT_EQ(look(), "unknown: 2 of 2 disks, but /dev/kmsg cannot be read");
  tree.remove("/sys/class/nvme/nvme1");
  EXPECT_EQ(look(), "critical: 1 of 2 disks are live");
}

}  // namespace
}  // namespace skiff::health
