#include "exporter/scheduler.h"

#include <charconv>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "exporter/saturated.h"

namespace skiff::exporter {
namespace {

using metrics::Kind;
using metrics::Page;

// The lines of a part of sdiag's output, which begins with a title and ends with an empty line.
std::string_view section(std::string_view text, std::string_view title) {
  const auto at = text.find(title);
  if (at == text.npos) return {};
  const std::string_view rest = text.substr(at + title.size());
  return rest.substr(0, rest.find("\n\n"));
}

std::optional<std::int64_t> number_after(std::string_view text, std::string_view key) {
  const auto at = text.find(key);
  if (at == text.npos) return std::nullopt;
  text.remove_prefix(at + key.size());
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && number >= 0 ? std::optional(number) : std::nullopt;
}

struct Line {
  std::string_view name;
  Kind kind;
  std::string_view key, help;
  bool microseconds = false;
};

void write(std::string_view text, const std::vector<Line>& lines, Page& page) {
  for (const Line& line : lines) {
    const auto number = number_after(text, line.key);
    if (!number) continue;
    page.metric(line.name, line.kind, line.help);
    if (line.microseconds)
      page.sample_of_millionths({}, *number);
    else
      page.sample({}, *number);
  }
}

struct Requests {
  std::int64_t count = 0, microseconds = 0;
};

// Lines such as `REQUEST_PING  ( 1008) count:17  ave_time:187  total_time:3187`, by their first word. Lines with the
// same word are added up: from 23.11 on, sdiag calls every user that the pod does not know `nobody`.
std::map<std::string_view, Requests> requests_in(std::string_view text) {
  std::map<std::string_view, Requests> found;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    const auto count = number_after(line, "count:"), time = number_after(line, "total_time:");
    const std::string_view name = line.substr(0, line.find_first_of(" ("));
    if (!count || !time || name.empty()) continue;
    Requests& requests = found[name];
    add_to(requests.count, *count);
    add_to(requests.microseconds, *time);
  }
  return found;
}

void write_requests(const std::map<std::string_view, Requests>& all, std::string_view label, const std::string& prefix,
                    const std::string& whose, Page& page) {
  page.metric(prefix + "_total", Kind::counter, "Requests that slurmctld has served, by " + whose + ".");
  for (const auto& [name, some] : all) page.sample({{label, name}}, some.count);
  page.metric(prefix + "_seconds_total", Kind::counter, "Time that slurmctld has spent on requests, by " + whose + ".");
  for (const auto& [name, some] : all) page.sample_of_millionths({{label, name}}, some.microseconds);
}

}  // namespace

void write_scheduler(std::string_view sdiag, Page& page) {
  const auto titled = sdiag.find("\nMain schedule statistics");
  const std::string_view general = sdiag.substr(0, titled);
  write(
      general,
      {{"skiff_slurmctld_threads", Kind::gauge, "Server thread count:", "Threads of slurmctld that serve requests."},
       {"skiff_slurmctld_agent_queue", Kind::gauge, "\nAgent queue size:", "Messages that slurmctld has yet to send."},
       {"skiff_slurmdbd_queue", Kind::gauge,
        "DBD Agent queue size:", "Records that slurmctld has yet to send to slurmdbd."},
       {"skiff_jobs_submitted_total", Kind::counter, "Jobs submitted:", "Submitted jobs."},
       {"skiff_jobs_started_total", Kind::counter, "Jobs started:", "Started jobs."},
       {"skiff_jobs_completed_total", Kind::counter, "Jobs completed:", "Jobs that ended without an error."},
       {"skiff_jobs_cancelled_total", Kind::counter, "Jobs canceled:", "Cancelled jobs."},
       {"skiff_jobs_failed_total", Kind::counter,
        "Jobs failed:", "Jobs that failed to start or whose node failed, not those whose program failed."}},
      page);
  write(section(sdiag, "\nMain schedule statistics"),
        {{"skiff_scheduler_cycles_total", Kind::counter, "Total cycles:", "Cycles of the main scheduler."},
         {"skiff_scheduler_last_cycle_seconds", Kind::gauge, "Last cycle:", "Time of the last cycle.", true},
         {"skiff_scheduler_longest_cycle_seconds", Kind::gauge, "Max cycle:", "Time of the longest cycle.", true},
         {"skiff_scheduler_queue", Kind::gauge, "Last queue length:", "Jobs in the queue at the last cycle."}},
        page);
  write(
      section(sdiag, "\nBackfilling stats"),
      {{"skiff_backfill_jobs_total", Kind::counter, "since last slurm start):", "Jobs started by backfill."},
       {"skiff_backfill_cycles_total", Kind::counter, "Total cycles:", "Cycles of the backfill scheduler."},
       {"skiff_backfill_last_cycle_seconds", Kind::gauge, "Last cycle:", "Time of the last backfill cycle.", true},
       {"skiff_backfill_longest_cycle_seconds", Kind::gauge, "Max cycle:", "Time of the longest backfill cycle.", true},
       {"skiff_backfill_last_depth", Kind::gauge, "Last depth cycle:", "Jobs that the last backfill cycle tried."},
       {"skiff_backfill_queue", Kind::gauge, "Last queue length:", "Jobs in the queue at the last backfill cycle."}},
      page);
  write_requests(requests_in(section(sdiag, "\nRemote Procedure Call statistics by message type")), "type",
                 "skiff_slurmctld_requests", "type", page);
  write_requests(requests_in(section(sdiag, "\nRemote Procedure Call statistics by user")), "user",
                 "skiff_slurmctld_user_requests", "user", page);
}

}  // namespace skiff::exporter
