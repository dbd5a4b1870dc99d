#include <gtest/gtest.h>

#include "checks/checks.h"
#include "testing/fixture.h"

namespace skiff::health {
namespace {

using CgroupCheck = CheckTest;

TEST_F(CgroupCheck, VersionTwoMustBeWritableAndHaveTheControllers) {
  EXPECT_EQ(said(cgroup(node)), "does not apply");
  node.settings.cgroup = Settings::Cgroup{.version = 2, .controllers = {"cpuset", "memory"}};
  tree.write("/proc/self/mountinfo", "30 22 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw\n");
  tree.write("/sys/fs/cgroup/cgroup.controllers", "cpuset cpu io memory pids\n");
  EXPECT_EQ(said(cgroup(node)), "ok: version 2");
  tree.write("/sys/fs/cgroup/cgroup.controllers", "cpu memory\n");
  EXPECT_EQ(said(cgroup(node)), "critical: controller cpuset is missing");
  tree.write("/proc/self/mountinfo", "30 22 0:26 / /sys/fs/cgroup ro,nosuid - cgroup2 cgroup2 rw\n");
  EXPECT_EQ(said(cgroup(node)), "critical: /sys/fs/cgroup is not writable; controller cpuset is missing");
}

TEST_F(CgroupCheck, VersionOneMustHaveEachControllerMounted) {
  node.settings.cgroup = Settings::Cgroup{.version = 1, .controllers = {"cpuset", "memory"}};
  tree.write("/proc/self/mountinfo", "31 30 0:27 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n");
  tree.folder("/sys/fs/cgroup/cpuset");
  EXPECT_EQ(said(cgroup(node)), "critical: /sys/fs/cgroup/memory is not mounted");
}

}  // namespace
}  // namespace skiff::health
