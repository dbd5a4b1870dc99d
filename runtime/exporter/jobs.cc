#include "exporter/jobs.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

#include "exporter/saturated.h"

namespace skiff::exporter {
namespace {

using metrics::Kind;
using metrics::Page;

// The fields of a line, in this order. The reason comes last, because it may contain any text.
constexpr std::array<std::string_view, 10> fields = {"JobID",       "State",        "Partition", "Account",
                                                     "ArrayTaskID", "EligibleTime", "StartTime", "EndTime",
                                                     "tres-alloc",  "Reason"};
enum Field { job_id, state, partition, account, tasks, eligible, start, end, tres, reason };

// slurmctld knows more than a hundred reasons, and sites can add some.
constexpr std::size_t most_reasons = 200;

std::optional<std::int64_t> whole(std::string_view text) {
  std::int64_t number = 0;
  const char* stop = text.data() + text.size();
  const auto [read, error] = std::from_chars(text.data(), stop, number);
  return error == std::errc() && read == stop && number >= 0 ? std::optional(number) : std::nullopt;
}

std::string lower(std::string_view text) {
  std::string word(text);
  for (char& c : word)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return word;
}

// A time in seconds since 1970; none for `N/A`, `NONE` and `Unknown`.
std::optional<std::int64_t> time_of(std::string_view text) {
  const auto time = whole(text);
  return time && *time > 0 ? time : std::nullopt;
}

// The amount of one resource in `cpu=4,mem=2.50G,node=1,gres/gpu=2`, memory in bytes.
std::int64_t amount_of(std::string_view list, std::string_view name) {
  while (!list.empty()) {
    std::string_view entry = list.substr(0, list.find(','));
    list.remove_prefix(std::min(entry.size() + 1, list.size()));
    if (!entry.starts_with(name) || entry.size() <= name.size() || entry[name.size()] != '=') continue;
    entry.remove_prefix(name.size() + 1);
    double number = 0;
    const auto [rest, error] = std::from_chars(entry.data(), entry.data() + entry.size(), number);
    if (error != std::errc() || !(number > 0)) return 0;
    constexpr std::string_view units = "KMGTPE";
    const auto unit = rest == entry.data() + entry.size() ? units.npos : units.find(*rest);
    for (std::size_t i = 0; unit != units.npos && i <= unit; ++i) number *= 1024;
    // 2^63, which does not fit.
    return number < 9223372036854775808.0 ? static_cast<std::int64_t>(number)
                                          : std::numeric_limits<std::int64_t>::max();
  }
  return 0;
}

// `ReqNodeNotAvail` of `ReqNodeNotAvail,_UnavailableNodes:a-0`, because each list of nodes would be a new time series.
std::string_view without_details(std::string_view text) {
  text = text.substr(0, text.find_first_of(",(:; "));
  return text.empty() ? "None" : text;
}

// True if the job could start now. A held one, or one that waits for other jobs or for a time, could not.
bool waits_for_resources(std::string_view why) {
  for (const std::string_view other : {"JobHeld", "Dependency", "BeginTime", "DeadLine", "JobHoldMaxRequeue"})
    if (why.starts_with(other)) return false;
  return true;
}

bool is_of_end(std::string_view word) {
  for (const std::string_view one : {"boot_fail", "cancelled", "completed", "deadline", "failed", "node_fail",
                                     "out_of_memory", "preempted", "revoked", "timeout"})
    if (word == one) return true;
  return false;
}

std::string named(std::string_view account) { return std::string(account == "(null)" ? "" : account); }

}  // namespace

std::vector<std::string> squeue_arguments() {
  std::string format = "--Format=";
  for (const auto field : fields) format.append(format.back() == '=' ? "" : ",").append(field).append(":|");
  // Other clusters of a federation have exporters of their own.
  return {"--local", "--all", "--noheader", "--states=all", "--sort=i", format};
}

std::vector<std::string> squeue_variables() {
  // Times in seconds since 1970, and the whole list of an array's tasks.
  return {"SLURM_TIME_FORMAT=%s", "SLURM_BITSTR_LEN=0"};
}

std::int64_t tasks_in(std::string_view expression) {
  expression = expression.substr(0, expression.find('%'));
  std::int64_t count = 0;
  while (!expression.empty()) {
    const std::string_view range = expression.substr(0, expression.find(','));
    expression.remove_prefix(std::min(range.size() + 1, expression.size()));
    const auto dash = range.find('-'), colon = range.find(':');
    const auto first = whole(range.substr(0, dash));
    if (!first) return 1;
    if (dash == range.npos) {
      ++count;
      continue;
    }
    const auto last = whole(range.substr(dash + 1, colon == range.npos ? colon : colon - dash - 1));
    const auto step = colon == range.npos ? std::optional<std::int64_t>(1) : whole(range.substr(colon + 1));
    if (!last || !step || *last < *first || *step < 1) return 1;
    add_to(count, plus((*last - *first) / *step, 1));
  }
  return std::max<std::int64_t>(count, 1);
}

void Waits::add(std::int64_t seconds) {
  const auto bound = std::lower_bound(bounds.begin(), bounds.end(), seconds);
  ++counts_[static_cast<std::size_t>(bound - bounds.begin())];
  add_to(sum_, seconds);
}

void Waits::write(std::string_view name, Page& page) const {
  std::int64_t count = 0;
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    count += counts_[i];
    const std::string bound = std::to_string(bounds[i]);
    page.sample("_bucket", {{"partition", name}, {"le", bound}}, count);
  }
  count += counts_.back();
  page.sample("_bucket", {{"partition", name}, {"le", "+Inf"}}, count);
  page.sample("_sum", {{"partition", name}}, sum_);
  page.sample("_count", {{"partition", name}}, count);
}

void JobHistory::begin(std::int64_t until) {
  until_ = std::max(until, counted_until_);
  still_completing_.clear();
}

void JobHistory::started(std::string_view name, std::int64_t eligible_at, std::int64_t started_at) {
  if (started_at <= counted_until_ || started_at > until_) return;
  const auto found = waits_.try_emplace(std::string(name)).first;
  found->second.add(std::max<std::int64_t>(started_at - eligible_at, 0));
}

void JobHistory::ended(std::string_view id, std::string_view name, std::string_view payer, std::string_view word,
                       std::int64_t ended_at, bool over) {
  const bool in_time = ended_at > counted_until_ && ended_at <= until_;
  const auto known = completing_.find(id);
  if (!in_time && known == completing_.end()) return;
  if (!over)
    still_completing_.emplace(id);
  else
    ++ended_[{std::string(name), std::string(payer), std::string(word)}];
}

void JobHistory::commit() {
  counted_until_ = until_;
  completing_.swap(still_completing_);
}

void JobHistory::write(Page& page) const {
  page.metric("skiff_job_wait_seconds", Kind::histogram,
              "How long the jobs that started since the exporter started had been eligible.");
  for (const auto& [name, waits] : waits_) waits.write(name, page);
  page.metric("skiff_jobs_ended_total", Kind::counter, "Jobs that ended since the exporter started, by final state.");
  for (const auto& [key, count] : ended_)
    page.sample({{"partition", std::get<0>(key)}, {"account", std::get<1>(key)}, {"state", std::get<2>(key)}}, count);
}

void JobTotals::count_one(std::string_view line, std::int64_t now, JobHistory& history) {
  std::array<std::string_view, fields.size()> values;
  for (auto& value : values) {
    const auto bar = line.find('|');
    if (bar == line.npos) return;
    value = line.substr(0, bar);
    line.remove_prefix(bar + 1);
  }
  const std::string word = lower(values[state]), payer = named(values[account]);
  // A job may wait in several partitions. It counts once, in the first of them.
  const std::string_view queue = values[partition].substr(0, values[partition].find(','));
  const auto eligible_at = time_of(values[eligible]), started_at = time_of(values[start]),
             ended_at = time_of(values[end]);
  // The start of a pending job is an estimate, and the end of a running one its limit.
  const bool is_over = is_of_end(word);
  // A job that is removed while it waits has its end as the start.
  const bool removed = (word == "cancelled" || word == "deadline") && started_at == ended_at;
  const bool ran = word != "pending" && !removed;
  if (ran && eligible_at && started_at) history.started(queue, *eligible_at, *started_at);
  if ((is_over || word == "completing") && ended_at)
    history.ended(values[job_id], queue, payer, word, *ended_at, is_over);
  if (is_over) return;

  // Tasks of an array that have not started share a line.
  const std::int64_t count = tasks_in(values[tasks]);
  Sum& sum = jobs_[{std::string(queue), payer, word}];
  add_to(sum.jobs, count);
  add_to(sum.cpus, times(count, amount_of(values[tres], "cpu")));
  add_to(sum.memory, times(count, amount_of(values[tres], "mem")));
  add_to(sum.gpus, times(count, amount_of(values[tres], "gres/gpu")));
  if (word != "pending") return;
  std::pair key(std::string(queue), std::string(without_details(values[reason])));
  if (reasons_.size() >= most_reasons && !reasons_.contains(key)) key.second = "other";
  add_to(reasons_[key], count);
  if (eligible_at && *eligible_at <= now && waits_for_resources(key.second)) {
    auto& longest = longest_[key.first];
    longest = std::max(longest, now - *eligible_at);
  }
}

void JobTotals::count(std::string_view output, std::int64_t now, JobHistory& history) {
  while (!output.empty()) {
    const std::string_view line = output.substr(0, output.find('\n'));
    output.remove_prefix(std::min(line.size() + 1, output.size()));
    count_one(line, now, history);
  }
}

void JobTotals::write(Page& page) const {
  const auto write = [&](std::string_view name, std::int64_t Sum::*number, std::string_view help) {
    page.metric(name, Kind::gauge, help);
    for (const auto& [key, sum] : jobs_)
      page.sample({{"partition", std::get<0>(key)}, {"account", std::get<1>(key)}, {"state", std::get<2>(key)}},
                  sum.*number);
  };
  write("skiff_jobs", &Sum::jobs, "Jobs that have not ended. Each waiting task of an array is a job.");
  write("skiff_jobs_cpus", &Sum::cpus, "CPUs that the jobs have, or ask for if they wait.");
  write("skiff_jobs_memory_bytes", &Sum::memory, "Memory that the jobs have, or ask for if they wait.");
  write("skiff_jobs_gpus", &Sum::gpus, "GPUs that the jobs have, or ask for if they wait.");
  page.metric("skiff_jobs_waiting", Kind::gauge, "Pending jobs by Slurm's reason.");
  for (const auto& [key, count] : reasons_) page.sample({{"partition", key.first}, {"reason", key.second}}, count);
  page.metric("skiff_jobs_longest_wait_seconds", Kind::gauge,
              "How long the first of the pending jobs has been eligible. Held jobs do not count.");
  for (const auto& [name, seconds] : longest_) page.sample({{"partition", name}}, seconds);
}

}  // namespace skiff::exporter
