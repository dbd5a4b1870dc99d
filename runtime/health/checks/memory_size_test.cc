#include <gtest/gtest.h>

#include "checks/checks.h"
#include "testing/fixture.h"

namespace skiff::health {
namespace {

using MemorySize = CheckTest;

TEST_F(MemorySize, MachineAndCgroupMustHaveRealMemory) {
  EXPECT_EQ(said(memory_size(node)), "does not apply");
  node.settings.real_memory = 1024;
  EXPECT_EQ(memory_size(node)->level, Level::unknown);
  tree.write("/proc/meminfo", "MemTotal:        1048575 kB\nMemFree: 1 kB\n");
  EXPECT_EQ(said(memory_size(node)), "critical: the host has 1023 MiB, RealMemory is 1024 MiB");
  tree.write("/proc/meminfo", "MemTotal:        1048576 kB\n");
  EXPECT_EQ(said(memory_size(node)), "ok: 1024 MiB");
  tree.write("/sys/fs/cgroup/memory.max", "max\n");
  EXPECT_EQ(said(memory_size(node)), "ok: 1024 MiB");
  tree.write("/sys/fs/cgroup/memory.max", "536870912\n");
  EXPECT_EQ(said(memory_size(node)), "critical: the cgroup limit is 512 MiB, RealMemory is 1024 MiB");
  tree.remove("/sys/fs/cgroup/memory.max");
  tree.write("/sys/fs/cgroup/memory/memory.limit_in_bytes", "536870912\n");
  EXPECT_EQ(memory_size(node)->level, Level::critical);
}

}  // namespace
}  // namespace skiff::health
