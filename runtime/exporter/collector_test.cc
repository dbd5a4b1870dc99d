#include "exporter/collector.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

#include <fstream>

namespace skiff::exporter {
namespace {

class ExporterCollector : public testing::Test {
 protected:
  ExporterCollector() {
    char folder[] = "/tmp/skiff-exporter-XXXXXX";
    folder_ = mkdtemp(folder);
    answer("sdiag", "printf 'Server thread count:  3\\n'");
    answer("scontrol", "echo 'NodeName=a-0 CPUTot=4 RealMemory=1 State=IDLE Partitions=main '");
    answer("squeue", "echo '1|RUNNING|main|ml|N/A|N/A|N/A|N/A|cpu=1|None|'");
  }
  ~ExporterCollector() override {
    for (const char* name : {"sdiag", "scontrol", "squeue", "metrics"}) remove((folder_ + "/" + name).c_str());
    remove(folder_.c_str());
  }
  // Replaces a command of Slurm by a shell script.
  void answer(const std::string& command, const std::string& script) {
    const std::string file = folder_ + "/" + command;
    remove(file.c_str());
    std::ofstream(file) << "#!/bin/sh\n" << script << "\n";
    chmod(file.c_str(), 0755);
  }
  Collector collector(std::size_t most_memory = 0) {
    return Collector(folder_, "/nothing", folder_ + "/metrics", most_memory, log_, stop_);
  }
  static bool has_line(const std::string& text, const std::string& line) {
    return text.find("\n" + line + "\n") != text.npos;
  }

  std::string folder_;
  std::atomic<bool> stop_ = false;
  const Log log_{"off", LogFormat::text};
};

TEST_F(ExporterCollector, WritesTheAnswersOfAllSources) {
  const std::string page = collector().collect();
  EXPECT_TRUE(has_line(page, "skiff_slurmctld_threads 3")) << page;
  EXPECT_TRUE(has_line(page, R"(skiff_nodes{node_set="a",state="idle"} 1)"));
  EXPECT_TRUE(has_line(page, R"(skiff_jobs{partition="main",account="ml",state="running"} 1)"));
  EXPECT_TRUE(has_line(page, "skiff_slurmctld_up 1"));
  for (const char* source : {"scheduler", "nodes", "jobs"})
    EXPECT_TRUE(has_line(page, std::string("skiff_exporter_source_up{source=\"") + source + "\"} 1")) << source;
}

TEST_F(ExporterCollector, LeavesOutWhatHasNoAnswer) {
  answer("squeue", "echo 'slurm_load_jobs error: Unable to contact' >&2; exit 1");
  auto collects = collector();
  std::string page = collects.collect();
  EXPECT_TRUE(has_line(page, "skiff_slurmctld_up 1"));
  EXPECT_TRUE(has_line(page, R"(skiff_exporter_source_up{source="jobs"} 0)")) << page;
  EXPECT_EQ(page.find("skiff_jobs{"), page.npos);
  EXPECT_EQ(page.find(R"(skiff_exporter_last_answer_timestamp_seconds{source="jobs"})"), page.npos);
  answer("squeue", "echo '1|RUNNING|main|ml|N/A|N/A|N/A|N/A|cpu=1|None|'");
  page = collects.collect();
  EXPECT_TRUE(has_line(page, R"(skiff_exporter_source_up{source="jobs"} 1)")) << page;
}

TEST_F(ExporterCollector, AsksNothingElseWhileSlurmctldIsAway) {
  auto collects = collector();
  collects.collect();
  answer("sdiag", "exit 1");
  answer("scontrol", "touch " + folder_ + "/asked");
  const std::string page = collects.collect();
  EXPECT_TRUE(has_line(page, "skiff_slurmctld_up 0")) << page;
  EXPECT_TRUE(has_line(page, R"(skiff_exporter_source_up{source="nodes"} 0)"));
  EXPECT_EQ(page.find("skiff_nodes{"), page.npos);
  EXPECT_NE(remove((folder_ + "/asked").c_str()), 0);
}

TEST_F(ExporterCollector, AddsTheMetricsOfTheSidecar) {
  EXPECT_EQ(collector().collect().find("skiff_sidecar"), std::string::npos);
  std::ofstream(folder_ + "/metrics") << "skiff_sidecar_config_in_use 1\n";
  answer("sdiag", "exit 1");
  const std::string page = collector().collect();
  EXPECT_TRUE(has_line(page, "skiff_sidecar_config_in_use 1")) << page;
  const auto at = page.find("\nskiff_sidecar_last_run_timestamp_seconds ");
  ASSERT_NE(at, page.npos) << page;
  EXPECT_LT(time(nullptr) - std::stoll(page.substr(at + 42)), 600);
}

// Slurm's commands must not use the memory that the exporter itself needs.
TEST_F(ExporterCollector, LimitsTheMemoryOfSlurmsCommands) {
  answer("squeue", "ulimit -d >&2; exit 1");
  EXPECT_TRUE(has_line(collector(64 * 1024 * 1024).collect(), R"(skiff_exporter_source_up{source="jobs"} 0)"));
  answer("squeue", "[ \"$(ulimit -d)\" = 65536 ]");
  EXPECT_TRUE(has_line(collector(64 * 1024 * 1024).collect(), R"(skiff_exporter_source_up{source="jobs"} 1)"));
  answer("squeue", "[ \"$(ulimit -d)\" = unlimited ]");
  EXPECT_TRUE(has_line(collector().collect(), R"(skiff_exporter_source_up{source="jobs"} 1)"));
}

}  // namespace
}  // namespace skiff::exporter
