#include <gtest/gtest.h>

#include "checks/checks.h"
#include "testing/fixture.h"

namespace skiff::health {
namespace {

struct GpuXid : CheckTest {
  GpuXid() {
    expect_gpus();
    tree.write("/proc/uptime", "100000.50 5.00\n");
  }
  // Writes kernel messages. Each has the seconds since boot and the text.
  void kernel(const std::vector<std::pair<int, std::string>>& messages) {
    std::string text;
    int sequence = 0;
    for (const auto& [second, message] : messages)
      text += "4," + std::to_string(++sequence) + "," + std::to_string(second) + "000000,-;" + message +
              "\n SUBSYSTEM=pci\n";
    tree.write("/dev/kmsg", text);
  }
  std::string look() { return said(again(gpu_xid, "gpu-xid")); }
};

const std::string fell = "NVRM: Xid (PCI:0000:1b:00): 79, pid='<unknown>', name=<unknown>, GPU has fallen off the bus.";
const std::string program = "NVRM: Xid (PCI:0000:1b:00): 31, pid=812, name=python, Ch 00000008, MMU Fault";

TEST_F(GpuXid, CriticalXidsCountUntilTheyAreAcknowledged) {
  kernel({{99000, "usb 1-1: new device"}, {99990, fell}});
  EXPECT_EQ(look(), "critical: XID 79 on GPU 0000:1b:00");
  EXPECT_EQ(look(), "critical: XID 79 on GPU 0000:1b:00");
  node.acknowledged = 2;
  EXPECT_EQ(look(), "ok: none");
}

TEST_F(GpuXid, WarningsAreReportedOnce) {
  kernel({{99990, program}, {99991, program}});
  EXPECT_EQ(look(), "warn: XID 31 on GPU 0000:1b:00");
  EXPECT_EQ(look(), "ok: none");
}

TEST_F(GpuXid, TheFirstRunIgnoresMessagesOlderThanTwoHours) {
  kernel({{100000 - 7300, fell}, {100000 - 7100, "other"}});
  EXPECT_EQ(look(), "ok: none");
  kernel({{100000 - 7300, fell}, {100000 - 7100, "other"}, {100001, fell}});
  EXPECT_EQ(look(), "critical: XID 79 on GPU 0000:1b:00");
}

TEST_F(GpuXid, LevelsComeFromTheCatalogueAndTheModel) {
  kernel({{99990, "NVRM: Xid (PCI:0000:1b:00): 43, pid=1"}});
  EXPECT_EQ(look(), "ok: none");
  node.settings.catalogue.xids[43] = Level::critical;
  EXPECT_EQ(look(), "critical: XID 43 on GPU 0000:1b:00");
  tree.write("/proc/driver/nvidia/gpus/0000:1b:00.0/information", "Model: \t\t NVIDIA H200\nIRQ:   \t\t 9\n");
  node.settings.catalogue.models["NVIDIA H200"].xids[43] = Level::ok;
  EXPECT_EQ(look(), "ok: none");
}

TEST_F(GpuXid, XidsOfGpusOutsideThePodAreIgnored) {
  expect_gpus(1);
  kernel({{99990, fell}});
  tree.write("/proc/driver/nvidia/gpus/0000:3b:00.0/information", "");
  EXPECT_EQ(look(), "ok: none");
  // If the pod does not see one of its own GPUs, the XID may be of that GPU.
  expect_gpus(2);
  EXPECT_EQ(look(), "critical: XID 79 on GPU 0000:1b:00");
}

TEST_F(GpuXid, MalformedMessagesAreIgnoredAndAnUnreadableLogIsUnknown) {
  kernel({{99990, "NVRM: Xid (PCI:0000:1b:00"}, {99991, "NVRM: Xid (PCI:0000:1b:00): x"}, {99992, "Xid (a): 79"}});
  EXPECT_EQ(look(), "ok: none");
  tree.write("/dev/kmsg", "3,9223372036854775807,1,-;x\n3,-1,1,-;x\n");
  tree.write("/proc/uptime", "9223372036854775807.1 0\n");
  node.memory.clear();
  EXPECT_EQ(look(), "ok: none");
  tree.remove("/dev/kmsg");
  EXPECT_EQ(look(), "unknown: /dev/kmsg cannot be read");
}

}  // namespace
}  // namespace skiff::health
