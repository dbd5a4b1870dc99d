#include "benchmark/run.h"

#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <mutex>

#include "benchmark/choose.h"
#include "benchmark/commands.h"
#include "benchmark/history.h"
#include "benchmark/pairs.h"
#include "benchmark/parallel_for.h"
#include "benchmark/reaction.h"
#include "benchmark/report.h"
#include "benchmark/retest.h"
#include "common/files.h"

namespace skiff::benchmark {
namespace {

constexpr int good = 0, failed = 2, unknown = 3;

std::int64_t now() { return static_cast<std::int64_t>(time(nullptr)); }

void say(const Settings& settings, const std::string& text) {
  std::fprintf(stderr, "skiff-benchmark: %s: %s\n", settings.name.c_str(), text.c_str());
}

// Prints results, reacts to them and keeps the history. Several threads may call it; results are handled one at a time.
class Ledger {
 public:
  Ledger(const Slurm& slurm, const Settings& settings) : slurm_(slurm), settings_(settings) {
    if (settings.history.empty()) return;
    file_ = settings.history + "/skiff_benchmark_" + settings.name + ".prom";
    const auto text = read_text(file_);
    auto found = text ? parse_metrics(*text) : History{};
    if (!found) say(settings, file_ + " cannot be parsed and is replaced");
    history_ = found.value_or(History{});
  }

  LastTried last() const { return last_tried(history_); }
  int status() const { return status_; }
  void could_not(const std::string& why) {
    say(settings_, why);
    if (status_ == good) status_ = unknown;
  }
  /// Forgets nodes that no longer exist.
  void keep(const std::vector<NodeState>& nodes) {
    std::erase_if(history_, [&](const auto& past) {
      return std::none_of(nodes.begin(), nodes.end(), [&](const NodeState& node) { return node.name == past.first; });
    });
  }

  /// Reports a job whose result is not final for its nodes.
  void tell(const Result& result) {
    const std::scoped_lock held(lock_);
    print(json_line(settings_, result, false, "", now()));
  }
  /// Reports the final result of a node and reacts to it. `done`: what a retest has already done.
  void judge(const Result& result, const std::string& done = "") {
    const std::scoped_lock held(lock_);
    const std::string action = result.retest && settings_.retest ? done : react(slurm_, settings_, result, drains_);
    print(json_line(settings_, result, true, action, now()));
    if (result.grade == Grade::fail) status_ = failed;
    if (result.grade == Grade::unknown && status_ == good) status_ = unknown;
    remember(history_, result, now());
    if (file_.empty() || write_atomically(file_, metrics(history_, settings_.name), 0644)) return;
    could_not(file_ + " cannot be written: " + std::strerror(errno));
  }

 private:
  static void print(const std::string& line) {
    std::fputs(line.c_str(), stdout);
    std::fflush(stdout);
  }

  const Slurm& slurm_;
  const Settings& settings_;
  std::string file_;
  History history_;
  std::mutex lock_;
  std::int64_t drains_ = 0;
  int status_ = good;
};

// True if jobs of another run are in the queue: that run is still active, or was killed before it could cancel them.
// Also true if squeue fails.
bool others_run(const Slurm& slurm, const Settings& settings, Ledger& ledger) {
  // Only jobs of this user, because any user may give a job this name. Jobs that are completing do not count.
  const auto jobs =
      slurm.call("squeue",
                 {"--noheader", "--format=%i", "--name=skiff-benchmark-" + settings.name,
                  "--states=PENDING,CONFIGURING,RUNNING,SUSPENDED", "--user=" + std::to_string(geteuid())},
                 std::chrono::seconds(20));
  if (jobs.code != 0) {
    ledger.could_not(failure("squeue", jobs));
    return true;
  }
  const auto ids = words_of(jobs.output, " \n");
  if (ids.empty()) return false;
  ledger.could_not("not run: job " + ids.front() +
                   " of another run is still in the queue. It ends at its time limit at the latest");
  return true;
}

// The existing nodes of each set, in the order of the sets. With a reservation, only the nodes in it.
std::vector<std::vector<NodeState>> look(const Slurm& slurm, const Settings& settings, Ledger& ledger) {
  std::vector<std::vector<NodeState>> found(settings.sets.size());
  std::string why;
  std::vector<std::string> reserved;
  if (!settings.reservation.empty()) {
    reserved = reserved_nodes(slurm, settings.reservation, why);
    if (reserved.empty()) {
      ledger.could_not(why);
      return found;
    }
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    auto nodes = show_nodes(slurm, settings.sets[i].nodes, why);
    if (!nodes) {
      ledger.could_not(why);
      continue;
    }
    if (!settings.reservation.empty())
      std::erase_if(*nodes, [&](const NodeState& node) {
        return std::find(reserved.begin(), reserved.end(), node.name) == reserved.end();
      });
    found[i] = std::move(*nodes);
  }
  return found;
}

}  // namespace

int run(const Settings& settings, std::map<std::string, std::string, std::less<>> environment,
        const std::atomic<bool>& stop) {
  const Slurm slurm(settings, std::move(environment), stop);
  Ledger ledger(slurm, settings);
  if (others_run(slurm, settings, ledger)) return ledger.status();
  std::string why;
  for (const auto& line : finish_retests(slurm, settings, why)) say(settings, line);
  if (!why.empty()) ledger.could_not(why);
  const auto sets = look(slurm, settings, ledger);
  std::vector<NodeState> all;
  for (const auto& set : sets) all.insert(all.end(), set.begin(), set.end());
  if (ledger.status() == good && settings.reservation.empty()) ledger.keep(all);
  const auto chosen = choose(all, settings, ledger.last(), static_cast<std::size_t>(settings.nodes), now());
  const std::string out = left_out(all, settings);
  say(settings, "testing " + std::to_string(chosen.size()) + " of " + std::to_string(all.size()) + " nodes" +
                    (out.empty() ? "" : "; not in a state to be tested: " + out));
  const auto width = static_cast<std::size_t>(settings.at_once);
  for (std::size_t i = 0; i < sets.size() && !stop; ++i) {
    std::vector<std::string> nodes;
    std::vector<const NodeState*> states;
    for (const auto& name : chosen) {
      const auto found =
          std::find_if(sets[i].begin(), sets[i].end(), [&](const NodeState& node) { return node.name == name; });
      if (found == sets[i].end()) continue;
      nodes.push_back(name);
      states.push_back(&*found);
    }
    const auto job = [&](const std::vector<std::string>& names) {
      return run_trial(slurm, settings, settings.sets[i], names);
    };
    if (settings.kind == Kind::nccl_pairs) {
      for (const auto& result : run_pairs(nodes, width, job, [&](const Result& result) { ledger.tell(result); }))
        ledger.judge(result);
    } else {
      parallel_for(nodes.size(), width, [&](std::size_t at) {
        if (stop) return;
        std::string action;
        if (may_be_retested(*states[at], settings)) {
          const Result result = run_retest(slurm, settings, settings.sets[i], *states[at], action);
          ledger.judge(result, action);
        } else {
          ledger.judge(job({nodes[at]}));
        }
      });
    }
  }
  if (stop) ledger.could_not("stopped by a signal");
  return ledger.status();
}

}  // namespace skiff::benchmark
