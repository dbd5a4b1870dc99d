#include "exporter/jobs.h"

#include <gtest/gtest.h>

namespace skiff::exporter {
namespace {

using metrics::Page;

constexpr std::int64_t now = 1796046425;

std::string at(std::int64_t before) { return std::to_string(now - before); }

struct Seen {
  std::string page;
  bool has(const std::string& line) const { return page.find("\n" + line + "\n") != page.npos; }
};

Seen seen(const std::string& output) {
  JobHistory history(now - 1000);
  JobTotals totals;
  history.begin(now - 1);
  totals.count(output, now, history);
  history.commit();
  Page page;
  totals.write(page);
  history.write(page);
  return {page.text()};
}

// Reads several answers of squeue, 30 seconds apart, and returns the history.
Seen history_of(const std::vector<std::string>& outputs) {
  JobHistory history(now - 1000);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const std::int64_t time = now + 30 * static_cast<std::int64_t>(i);
    history.begin(time - 1);
    JobTotals().count(outputs[i], time, history);
    history.commit();
  }
  Page page;
  history.write(page);
  return {"\n" + page.text()};
}

TEST(ExporterJobs, CountsByPartitionAccountAndState) {
  const Seen page = seen("1|RUNNING|gpu|ml|N/A|" + at(500) + "|" + at(400) + "|" + at(-99) +
                         "|cpu=16,mem=1.50G,node=2,billing=16,gres/gpu=8,gres/gpu:h100=8|None|\n"
                         "2|RUNNING|gpu|ml|7|" +
                         at(500) + "|" + at(400) + "|" + at(-99) +
                         "|cpu=4,mem=512M,node=1|None|\n"
                         "3|COMPLETING|gpu|ml|N/A|" +
                         at(500) + "|" + at(400) + "|" + at(5) +
                         "|cpu=4,mem=1T,node=1|None|\n"
                         "4|RUNNING|cpu|(null)|N/A|" +
                         at(500) + "|" + at(400) + "|NONE|cpu=1,mem=1K,node=1|None|\n");
  EXPECT_TRUE(page.has(R"(skiff_jobs{partition="gpu",account="ml",state="running"} 2)")) << page.page;
  EXPECT_TRUE(page.has(R"(skiff_jobs_cpus{partition="gpu",account="ml",state="running"} 20)"));
  EXPECT_TRUE(page.has(R"(skiff_jobs_memory_bytes{partition="gpu",account="ml",state="running"} 2147483648)"));
  EXPECT_TRUE(page.has(R"(skiff_jobs_gpus{partition="gpu",account="ml",state="running"} 8)"));
  EXPECT_TRUE(page.has(R"(skiff_jobs{partition="gpu",account="ml",state="completing"} 1)"));
  EXPECT_TRUE(page.has(R"(skiff_jobs_memory_bytes{partition="gpu",account="ml",state="completing"} 1099511627776)"));
  EXPECT_TRUE(page.has(R"(skiff_jobs_memory_bytes{partition="cpu",account="",state="running"} 1024)"));
}

TEST(ExporterJobs, CountsEachWaitingTaskOfAnArray) {
  const Seen page =
      seen("1|PENDING|gpu,cpu|ml|0-9:3,50-60%2|" + at(10) + "|N/A|N/A|cpu=2,mem=1G,node=1,gres/gpu=1|Resources|\n");
  EXPECT_TRUE(page.has(R"(skiff_jobs{partition="gpu",account="ml",state="pending"} 15)")) << page.page;
  EXPECT_TRUE(page.has(R"(skiff_jobs_cpus{partition="gpu",account="ml",state="pending"} 30)"));
  EXPECT_TRUE(page.has(R"(skiff_jobs_gpus{partition="gpu",account="ml",state="pending"} 15)"));
  EXPECT_TRUE(page.has(R"(skiff_jobs_waiting{partition="gpu",reason="Resources"} 15)"));
}

TEST(ExporterJobs, CountsTasks) {
  EXPECT_EQ(tasks_in("N/A"), 1);
  EXPECT_EQ(tasks_in("7"), 1);
  EXPECT_EQ(tasks_in("0-99"), 100);
  EXPECT_EQ(tasks_in("0-99%5"), 100);
  EXPECT_EQ(tasks_in("0,3,6,9,50-60%2"), 15);
  EXPECT_EQ(tasks_in("0-8:2"), 5);
  for (const char* bad : {"", "a", "3-1", "1-9:0", "1-", "0-9999..."}) EXPECT_EQ(tasks_in(bad), 1) << bad;
}

TEST(ExporterJobs, TakesTheLongestWaitOfThoseThatCouldStart) {
  const auto pending = [](const std::string& eligible, const std::string& reason) {
    return "1|PENDING|gpu|ml|N/A|" + eligible + "|N/A|N/A|cpu=1|" + reason + "|\n";
  };
  Seen page = seen(pending(at(50), "Priority") + pending(at(70), "Resources") + pending(at(900), "JobHeldUser") +
                   pending(at(900), "Dependency") + pending(at(-60), "BeginTime") + pending("N/A", "JobHeldAdmin"));
  EXPECT_TRUE(page.has(R"(skiff_jobs_longest_wait_seconds{partition="gpu"} 70)")) << page.page;
  EXPECT_TRUE(page.has(R"(skiff_jobs_waiting{partition="gpu",reason="JobHeldUser"} 1)"));
  page = seen(pending(at(900), "JobHeldUser") + pending(at(-60), "None"));
  EXPECT_EQ(page.page.find("skiff_jobs_longest_wait_seconds"), page.page.npos);
}

TEST(ExporterJobs, CutsDetailsOffReasonsAndBoundsTheirNumber) {
  std::string many;
  for (int i = 0; i < 300; ++i) many += "1|PENDING|gpu|ml|N/A|N/A|N/A|N/A|cpu=1|Site" + std::to_string(i) + "|\n";
  Seen page = seen(many);
  EXPECT_TRUE(page.has(R"(skiff_jobs_waiting{partition="gpu",reason="Site7"} 1)"));
  EXPECT_TRUE(page.has(R"(skiff_jobs_waiting{partition="gpu",reason="other"} 100)")) << page.page;
  page = seen(
      "1|PENDING|gpu|ml|N/A|N/A|N/A|N/A|cpu=1|ReqNodeNotAvail, UnavailableNodes:a-[0-3]|\n"
      "2|PENDING|gpu|ml|N/A|N/A|N/A|N/A|cpu=1|(null)|\n");
  EXPECT_TRUE(page.has(R"(skiff_jobs_waiting{partition="gpu",reason="ReqNodeNotAvail"} 1)")) << page.page;
  EXPECT_TRUE(page.has(R"(skiff_jobs_waiting{partition="gpu",reason="None"} 1)"));
}

TEST(ExporterJobs, HasALargestNumber) {
  const Seen page = seen(
      "1|PENDING|gpu|ml|0-999999|N/A|N/A|N/A|cpu=1,mem=8000000T,node=1|None|\n"
      "2|PENDING|gpu|ml|N/A|N/A|N/A|N/A|cpu=1,mem=99999999E,node=1|None|\n");
  EXPECT_TRUE(page.has(R"(skiff_jobs_memory_bytes{partition="gpu",account="ml",state="pending"} 9223372036854775807)"))
      << page.page;
  EXPECT_TRUE(page.has(R"(skiff_jobs_cpus{partition="gpu",account="ml",state="pending"} 1000001)"));
}

TEST(ExporterJobs, IgnoresLinesThatAreNotComplete) {
  EXPECT_EQ(seen("1|RUNNING|gpu\n\nslurm_load_jobs error|\n").page, "");
}

std::string started(const std::string& id, std::int64_t eligible, std::int64_t start, const char* state = "RUNNING") {
  return id + "|" + state + "|gpu|ml|N/A|" + std::to_string(eligible) + "|" + std::to_string(start) +
         "|NONE|cpu=1|None|\n";
}

TEST(ExporterJobs, CountsEachWaitOnce) {
  const std::string first = started("1", now - 100, now - 40), second = started("2", now, now + 5);
  const Seen page = history_of({first, first + second, first + second, second});
  EXPECT_TRUE(page.has(R"(skiff_job_wait_seconds_bucket{partition="gpu",le="1"} 0)")) << page.page;
  EXPECT_TRUE(page.has(R"(skiff_job_wait_seconds_bucket{partition="gpu",le="10"} 1)"));
  EXPECT_TRUE(page.has(R"(skiff_job_wait_seconds_bucket{partition="gpu",le="60"} 2)"));
  EXPECT_TRUE(page.has(R"(skiff_job_wait_seconds_bucket{partition="gpu",le="+Inf"} 2)"));
  EXPECT_TRUE(page.has(R"(skiff_job_wait_seconds_sum{partition="gpu"} 65)"));
  EXPECT_TRUE(page.has(R"(skiff_job_wait_seconds_count{partition="gpu"} 2)"));
}

// slurmctld's answer of the second `now` may lack a job that starts later in that second.
TEST(ExporterJobs, CountsAStartInTheSecondOfTheAnswerLater) {
  const std::string job = started("1", now - 7, now);
  EXPECT_TRUE(history_of({"", job}).has(R"(skiff_job_wait_seconds_count{partition="gpu"} 1)"));
  EXPECT_TRUE(history_of({job, job}).has(R"(skiff_job_wait_seconds_count{partition="gpu"} 1)"));
  EXPECT_EQ(history_of({job}).page, "\n");
}

TEST(ExporterJobs, DoesNotCountWhatHappenedBeforeItsOwnStart) {
  EXPECT_EQ(history_of({started("1", now - 5000, now - 1000)}).page, "\n");
}

std::string ended(const std::string& id, const char* state, std::int64_t end, std::int64_t start = now - 500) {
  return id + "|" + state + "|gpu|ml|N/A|" + std::to_string(now - 5000) + "|" + std::to_string(start) + "|" +
         std::to_string(end) + "|cpu=1|None|\n";
}

TEST(ExporterJobs, CountsEndsByFinalStateOnce) {
  const std::string done = ended("1", "COMPLETED", now - 10), bad = ended("2", "TIMEOUT", now + 3);
  const Seen page = history_of({done, done + bad, bad, bad});
  EXPECT_TRUE(page.has(R"(skiff_jobs_ended_total{partition="gpu",account="ml",state="completed"} 1)")) << page.page;
  EXPECT_TRUE(page.has(R"(skiff_jobs_ended_total{partition="gpu",account="ml",state="timeout"} 1)"));
}

TEST(ExporterJobs, WaitsForTheFinalStateOfACompletingJob) {
  const std::string completing = ended("1", "COMPLETING", now - 10), failed = ended("1", "FAILED", now - 10);
  const Seen page = history_of({completing, completing, failed, failed});
  EXPECT_TRUE(page.has(R"(skiff_jobs_ended_total{partition="gpu",account="ml",state="failed"} 1)")) << page.page;
  EXPECT_EQ(page.page.find("completing"), page.page.npos);
}

TEST(ExporterJobs, DoesNotTakeACancelledPendingJobForAStartedOne) {
  const Seen page = history_of({ended("1", "CANCELLED", now - 10, now - 10)});
  EXPECT_EQ(page.page.find("skiff_job_wait_seconds"), page.page.npos);
  EXPECT_TRUE(page.has(R"(skiff_jobs_ended_total{partition="gpu",account="ml",state="cancelled"} 1)")) << page.page;
}

TEST(ExporterJobs, CountsTheWaitOfAJobThatRanForLessThanASecond) {
  const Seen page = history_of({ended("1", "COMPLETED", now - 10, now - 10)});
  EXPECT_TRUE(page.has(R"(skiff_job_wait_seconds_count{partition="gpu"} 1)")) << page.page;
}

// The fields must be those that count_one() reads.
TEST(ExporterJobs, AsksForTheFieldsThatItReads) {
  EXPECT_EQ(squeue_arguments().back(),
            "--Format=JobID:|,State:|,Partition:|,Account:|,ArrayTaskID:|,EligibleTime:|,StartTime:|,EndTime:|,"
            "tres-alloc:|,Reason:|");
}

}  // namespace
}  // namespace skiff::exporter
