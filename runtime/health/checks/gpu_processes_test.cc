#include <gtest/gtest.h>

#include <chrono>

#include "checks/checks.h"
#include "testing/fixture.h"

namespace skiff::health {
namespace {

struct GpuProcesses : CheckTest {
  GpuProcesses() {
    expect_gpus();
    node.as = prolog;
    node.environment["SLURM_JOB_GPUS"] = "0,2-3";
    node.settings.catalogue.thresholds["gpuProcessTries"] = 1;
  }
};

TEST_F(GpuProcesses, OnTheJobsGpusAreCritical) {
  EXPECT_EQ(said(gpu_processes(node)), "ok: none");
  gpus("3.process 4711");
  EXPECT_EQ(said(gpu_processes(node)), "critical: GPU 3: process 4711 of another job or user");
  gpus("1.process 4711");
  EXPECT_EQ(said(gpu_processes(node)), "ok: none");
  node.environment.clear();
  EXPECT_EQ(said(gpu_processes(node)), "does not apply");
}

// The number of the device file counts, not NVML's index.
TEST_F(GpuProcesses, GpusAreNumberedByDeviceFile) {
  gpus("5.minor 2\n5.process 99\n2.minor 5");
  EXPECT_EQ(said(gpu_processes(node)), "critical: GPU 2: process 99 of another job or user");
}

TEST_F(GpuProcesses, RetriesBeforeItReports) {
  node.settings.catalogue.thresholds["gpuProcessTries"] = 3;
  node.settings.catalogue.thresholds["gpuProcessPause"] = 1;
  gpus("0.process 5");
  const auto before = std::chrono::steady_clock::now();
  EXPECT_EQ(gpu_processes(node)->level, Level::critical);
  EXPECT_GE(std::chrono::steady_clock::now() - before, std::chrono::seconds(2));
}

TEST_F(GpuProcesses, PeriodicRunsReportThemOnlyIfNoJobRuns) {
  node.as = periodic;
  node.environment.clear();
  gpus("6.process 5");
  EXPECT_EQ(gpu_processes(node)->level, Level::critical);
  tree.write("/proc/77/stat", "77 (slurmstepd) S 1 77 77 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 500 0 0");
  EXPECT_EQ(said(gpu_processes(node)), "unknown: not checked while job steps run");
}

}  // namespace
}  // namespace skiff::health
