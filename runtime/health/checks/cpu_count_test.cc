#include <gtest/gtest.h>

#include "checks/checks.h"
#include "testing/fixture.h"

namespace skiff::health {
namespace {

struct CpuCount : CheckTest {
  // A machine of 2 sockets with 2 cores of 2 threads.
  CpuCount() {
    tree.write("/sys/devices/system/cpu/online", "0-7\n");
    tree.write("/proc/self/status", "Name:\tx\nCpus_allowed_list:\t0-7\n");
    for (int cpu = 0; cpu < 8; ++cpu) {
      const std::string folder = "/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/topology/";
      tree.write(folder + "physical_package_id", std::to_string(cpu / 4) + "\n");
      tree.write(folder + "core_id", std::to_string(cpu % 2) + "\n");
    }
  }
};

TEST_F(CpuCount, FewerThanExpectedIsCritical) {
  EXPECT_EQ(said(cpu_count(node)), "does not apply");
  node.settings.cpus = Settings::Cpus{.count = 8, .sockets = 2, .cores_per_socket = 2, .threads_per_core = 2};
  EXPECT_EQ(said(cpu_count(node)), "ok: 8 CPUs");
  node.settings.cpus->threads_per_core = 4;
  EXPECT_EQ(said(cpu_count(node)), "critical: 2 threads per core, expected 4");
  node.settings.cpus = Settings::Cpus{.count = 16};
  EXPECT_EQ(said(cpu_count(node)), "critical: 8 CPUs, expected 16; 8 usable CPUs, expected 16");
  node.settings.cpus = Settings::Cpus{.count = 8};
  tree.write("/proc/self/status", "Cpus_allowed_list:\t0-2,5\n");
  EXPECT_EQ(said(cpu_count(node)), "critical: 4 usable CPUs, expected 8");
}

TEST_F(CpuCount, ALostThreadIsCritical) {
  node.settings.cpus = Settings::Cpus{.count = 7, .threads_per_core = 2};
  tree.write("/sys/devices/system/cpu/online", "0-6\n");
  EXPECT_EQ(said(cpu_count(node)), "critical: 1 thread per core, expected 2");
}

TEST_F(CpuCount, MoreThanExpectedIsOk) {
  node.settings.cpus = Settings::Cpus{.count = 4, .sockets = 1};
  EXPECT_EQ(said(cpu_count(node)), "ok: 8 CPUs");
}

}  // namespace
}  // namespace skiff::health
