#include "exporter/scheduler.h"

#include <gtest/gtest.h>

namespace skiff::exporter {
namespace {

using metrics::Page;

// What sdiag 26.05 prints, shortened.
constexpr std::string_view sdiag = R"(*******************************************************
sdiag output at Mon Nov 30 13:47:06 2026 (1796046426)
Data since      Mon Nov 30 13:47:05 2026 (1796046425)
*******************************************************
Server thread count:  3
RPC queue enabled:    0
Agent queue size:     5
Agent count:          2
Agent thread count:   6
DBD Agent queue size: 7

Jobs submitted: 20
Jobs started:   11
Jobs completed: 9
Jobs canceled:  2
Jobs failed:    1

Job states ts:  Mon Nov 30 13:47:05 2026 (1796046425)
Jobs pending:   20
Jobs running:   4

Main schedule statistics (microseconds):
	Last cycle:   152
	Max cycle:    2000300
	Total cycles: 31
	Mean cycle:   90
	Last queue length: 13

Main scheduler exit:
	End of job queue: 8
	Timeout (max_sched_time): 0

Backfilling stats
	Total backfilled jobs (since last slurm start): 6
	Total backfilled jobs (since last stats cycle start): 1
	Total backfilled heterogeneous job components: 0
	Total cycles: 4
	Last cycle when: Mon Nov 30 13:47:05 2026 (1796046425)
	Last cycle: 1200
	Max cycle:  45000
	Last depth cycle: 10
	Last depth cycle (try sched): 3
	Last queue length: 12

Backfill exit
	End of job queue: 0

Latency for 1000 calls to gettimeofday(): 21 microseconds

Remote Procedure Call statistics by message type
	REQUEST_SUBMIT_BATCH_JOB                ( 4003) count:4      ave_time:787    total_time:3149
	REQUEST_PING                            ( 1008) count:1      ave_time:187    total_time:1870000 queued:0 cycle_last:0

Remote Procedure Call statistics by user
	root            (       0) count:14     ave_time:320    total_time:4490
	nobody          (    4711) count:2      ave_time:10     total_time:20
	nobody          (    4712) count:1      ave_time:5      total_time:5

Pending RPC statistics
	REQUEST_TERMINATE_JOB                   ( 6011) count:2

Pending RPCs
	 1: REQUEST_TERMINATE_JOB                a-0
)";

bool has_line(const std::string& text, const std::string& line) { return text.find("\n" + line + "\n") != text.npos; }

TEST(ExporterScheduler, ReadsSdiag) {
  Page page;
  write_scheduler(sdiag, page);
  for (const char* line : {"skiff_slurmctld_threads 3",
                           "skiff_slurmctld_agent_queue 5",
                           "skiff_slurmdbd_queue 7",
                           "skiff_jobs_submitted_total 20",
                           "skiff_jobs_started_total 11",
                           "skiff_jobs_completed_total 9",
                           "skiff_jobs_cancelled_total 2",
                           "skiff_jobs_failed_total 1",
                           "skiff_scheduler_cycles_total 31",
                           "skiff_scheduler_last_cycle_seconds 0.000152",
                           "skiff_scheduler_longest_cycle_seconds 2.000300",
                           "skiff_scheduler_queue 13",
                           "skiff_backfill_jobs_total 6",
                           "skiff_backfill_cycles_total 4",
                           "skiff_backfill_last_cycle_seconds 0.001200",
                           "skiff_backfill_longest_cycle_seconds 0.045000",
                           "skiff_backfill_last_depth 10",
                           "skiff_backfill_queue 12",
                           R"(skiff_slurmctld_requests_total{type="REQUEST_SUBMIT_BATCH_JOB"} 4)",
                           R"(skiff_slurmctld_requests_seconds_total{type="REQUEST_PING"} 1.870000)",
                           R"(skiff_slurmctld_user_requests_total{user="root"} 14)",
                           R"(skiff_slurmctld_user_requests_total{user="nobody"} 3)",
                           R"(skiff_slurmctld_user_requests_seconds_total{user="nobody"} 0.000025)",
                           R"(skiff_slurmctld_user_requests_seconds_total{user="root"} 0.004490)"})
    EXPECT_TRUE(has_line(page.text(), line)) << line << "\n" << page.text();
  for (const char* other : {"TERMINATE", "type=\"root\"", "user=\"REQUEST_PING\""})
    EXPECT_EQ(page.text().find(other), std::string::npos) << other;
}

TEST(ExporterScheduler, LeavesOutWhatIsMissing) {
  for (const std::string_view text : {"", "Server thread count:", "Jobs submitted: many\n"}) {
    Page page;
    write_scheduler(text, page);
    EXPECT_EQ(page.text(), "") << text;
  }
}

}  // namespace
}  // namespace skiff::exporter
