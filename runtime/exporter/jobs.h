#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "common/metrics.h"

namespace skiff::exporter {

/// The arguments of squeue, and what its environment needs, for JobTotals::count().
std::vector<std::string> squeue_arguments();
std::vector<std::string> squeue_variables();

/// The number of tasks that an expression such as `0-99:3,200%5` stands for; 1 for a job that is no array.
std::int64_t tasks_in(std::string_view expression);

/// How long jobs waited before they started, in seconds.
class Waits {
 public:
  static constexpr std::array<std::int64_t, 11> bounds = {1, 10, 60, 300, 900, 3600, 7200, 14400, 43200, 86400, 604800};
  void add(std::int64_t seconds);
  void write(std::string_view partition, metrics::Page& page) const;

 private:
  std::array<std::int64_t, bounds.size() + 1> counts_{};
  std::int64_t sum_ = 0;
};

/// What has happened since the program started. slurmctld tells only what is now, and forgets jobs some minutes after
/// their end (MinJobAge). So count what started or ended between two answers.
class JobHistory {
 public:
  /// `begin`: only what happens after this second counts. Times in seconds since 1970, of slurmctld's clock.
  explicit JobHistory(std::int64_t begin) : counted_until_(begin) {}

  /// Begins to read an answer that has everything up to the second `until`.
  void begin(std::int64_t until);
  void started(std::string_view partition, std::int64_t eligible, std::int64_t start);
  /// `over`: the job has its final state. A job that is still completing is counted by a later answer.
  void ended(std::string_view id, std::string_view partition, std::string_view account, std::string_view state,
             std::int64_t end, bool over);
  /// The answer was read completely.
  void commit();
  void write(metrics::Page& page) const;

 private:
  std::int64_t counted_until_, until_ = 0;
  std::map<std::string, Waits, std::less<>> waits_;
  std::map<std::tuple<std::string, std::string, std::string>, std::int64_t> ended_;
  std::set<std::string, std::less<>> completing_, still_completing_;
};

/// The jobs of one answer of squeue.
class JobTotals {
 public:
  /// Reads what squeue printed at the second `now`, and adds to the history.
  void count(std::string_view output, std::int64_t now, JobHistory& history);
  void write(metrics::Page& page) const;

 private:
  struct Sum {
    std::int64_t jobs = 0, cpus = 0, memory = 0, gpus = 0;
  };
  void count_one(std::string_view line, std::int64_t now, JobHistory& history);

  std::map<std::tuple<std::string, std::string, std::string>, Sum> jobs_;  // partition, account, state
  std::map<std::pair<std::string, std::string>, std::int64_t> reasons_;    // partition, reason
  std::map<std::string, std::int64_t, std::less<>> longest_;               // the longest wait, by partition
};

}  // namespace skiff::exporter
