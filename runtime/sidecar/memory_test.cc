// How much memory the program uses at rest. It must be at most 5 MiB for everything beside slurmctld that is not Slurm,
// and this program is all that there is.
#include <gtest/gtest.h>

#include "common/files.h"
#include "sidecar/testing/program.h"

namespace skiff::sidecar {
namespace {

constexpr int most_kib = 5 * 1024;
constexpr int nodes_of_the_cluster = 1000;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

/// All features, with a pod and a node as large as in a real cluster.
struct MemoryTest : ProgramTest {
  MemoryTest() {
    tree.write(
        "/api/podtemplates.json",
        R"({"metadata":{},"items":[{"metadata":{"name":"a","namespace":"slurm","uid":"t","annotations":{"skiff/min":"0",
      "skiff/max":"4","skiff/retry-after":"300"}},"template":{"spec":{"containers":[]}}}]})");
    std::string lines;
    for (int i = 0; i < nodes_of_the_cluster; ++i) {
      const std::string number = std::to_string(i), name = "a-" + number;
      // One in ten has been drained by a check, and still runs jobs.
      const bool drained = i % 10 == 0;
      lines += "NodeName=" + name + " Arch=x86_64 CoresPerSocket=48 " + std::string(800, 'x') +
               " State=ALLOCATED+CLOUD" + (drained ? "+DRAIN" : "") + " ThreadsPerCore=2 " + std::string(400, 'x') +
               (drained ? " Reason=" + reason(100, "[HC] gpu-count: 7 of 8 GPUs") : "") + "\n";
      tree.write(
          "/api/pods/" + name + ".json",
          R"({"metadata":{"name":")" + name + R"(","uid":"5f0c1c9e-8a0e-4c1c-9d0a-)" + number +
              R"(","labels":{"skiff/scaling":"elastic"},"creationTimestamp":"2025-11-01T10:00:00Z"},"spec":{"nodeName":"m-)" +
              number + R"(","containers":[{"env":")" + std::string(4000, 'x') +
              R"("}]},"status":{"phase":"Running","conditions":[{"type":"Ready","status":"True"}]}})");
    }
    nodes(lines);
  }
  /// A number of /proc/PID/FILE, in KiB.
  int kib(const std::string& file, const std::string& key) const {
    for (const auto& line : lines_of(read_text("/proc/" + std::to_string(program->pid()) + "/" + file).value_or("")))
      if (line.starts_with(key + ":")) return std::stoi(line.substr(key.size() + 1));
    return 0;
  }
};

TEST_F(MemoryTest, IsAtMost5MiBAtRestInAClusterOf1000Nodes) {
  if (sanitized) GTEST_SKIP() << "a sanitizer uses more memory than the program";
  only_events();
  start(
      R"(,"power":true,"afterDrain":{"pods":true,"machines":true,"wait":600,"checks":["gpu-count"],"elastic":["a"]})");
  asked_soon("watch=true");
  // The pods of drained nodes get a condition, which the watch then reports.
  soon([&] { return has("/api/pods/a-990.json", "skiff/Unhealthy"); }, "the last condition");
  for (int i = 0; i < 3; ++i) {
    const int before = count("/log", "polled: nothing to do");
    wake();
    soon([&] { return count("/log", "polled: nothing to do") > before; }, "a poll");
  }
  // Rss, because Pss also depends on how many other processes run the same program. It is never less than Pss.
  soon([&] { return kib("smaps_rollup", "Rss") <= most_kib; }, "at rest");
  const int rss = kib("smaps_rollup", "Rss"), pss = kib("smaps_rollup", "Pss");
  EXPECT_GT(pss, 0);
  EXPECT_LE(rss, most_kib);
  RecordProperty("rss_kib", rss);
  RecordProperty("pss_kib", pss);
  printf("at rest: Pss %d KiB, Rss %d KiB; at most: Rss %d KiB\n", pss, rss, kib("status", "VmHWM"));
  ends_well();
}

}  // namespace
}  // namespace skiff::sidecar
