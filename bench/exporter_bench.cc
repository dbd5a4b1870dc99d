// Times how the exporter makes metrics of the answers of a large cluster: 10,000 nodes and 100,000 jobs. `newlines` is
// the time to count the lines of the same text. Compare the other times with it: the ratio holds on any machine.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>

#include "exporter/jobs.h"
#include "exporter/nodes.h"

namespace skiff::bench {
namespace {

constexpr std::int64_t now = 1796046425;

const std::string& nodes() {
  static const std::string text = [] {
    std::string made;
    for (int i = 0; i < 10000; ++i) {
      const std::string name = "h100-" + std::to_string(i);
      made += "NodeName=" + name +
              " Arch=x86_64 CoresPerSocket=32  CPUAlloc=16 CPUEfctv=126 CPUTot=128 CPULoad=3.10"
              " AvailableFeatures=(null) ActiveFeatures=(null) Gres=gpu:h100:8(S:0-1) GresDrain=N/A"
              " GresUsed=gpu:h100:3(IDX:0,2-3) NodeAddr=" +
              name + " NodeHostName=" + name +
              " Version=24.11.5 OS=Linux 6.1.0 #1 SMP  RealMemory=1000 AllocMem=200 FreeMem=N/A Sockets=2 Boards=1"
              " State=MIXED ThreadsPerCore=2 TmpDisk=0 Weight=1 Owner=N/A MCS_label=N/A Partitions=main,gpu "
              " BootTime=None CfgTRES=cpu=128,mem=1000M,billing=128 AllocTRES=cpu=16,mem=200M\n";
    }
    return made;
  }();
  return text;
}

const std::string& jobs() {
  static const std::string text = [] {
    std::string made;
    for (int i = 0; i < 100000; ++i)
      made += std::to_string(i) + "|RUNNING|gpu|account-" + std::to_string(i % 100) +
              "|N/A|1796046000|1796046100|1796049700|cpu=16,mem=1.50G,node=2,billing=16,gres/gpu=8|None|\n";
    return made;
  }();
  return text;
}

void newlines(benchmark::State& state, const std::string& text) {
  for (auto _ : state) benchmark::DoNotOptimize(std::count(text.begin(), text.end(), '\n'));
}
BENCHMARK_CAPTURE(newlines, nodes, nodes())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(newlines, jobs, jobs())->Unit(benchmark::kMillisecond);

void metrics_of_nodes(benchmark::State& state) {
  for (auto _ : state) {
    metrics::Page page;
    exporter::write_nodes(exporter::parse_nodes(nodes()), page);
    benchmark::DoNotOptimize(page.text().data());
  }
}
BENCHMARK(metrics_of_nodes)->Unit(benchmark::kMillisecond);

void metrics_of_jobs(benchmark::State& state) {
  for (auto _ : state) {
    exporter::JobHistory history(now - 30);
    exporter::JobTotals totals;
    history.begin(now);
    totals.count(jobs(), now, history);
    history.commit();
    metrics::Page page;
    totals.write(page);
    history.write(page);
    benchmark::DoNotOptimize(page.text().data());
  }
}
BENCHMARK(metrics_of_jobs)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace skiff::bench

BENCHMARK_MAIN();
