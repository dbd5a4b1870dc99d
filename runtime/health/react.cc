#include "react.h"

#include <algorithm>
#include <string_view>

#include "embedded/shared.h"
#include "list.h"

namespace skiff::health {
namespace {

using shared::reasons::flapping;
using shared::reasons::mark;

constexpr std::size_t most_bytes = 250;

std::vector<const Outcome*> critical_of(const std::vector<Outcome>& outcomes) {
  std::vector<const Outcome*> found;
  for (const Outcome& outcome : outcomes)
    if (outcome.verdict && outcome.verdict->level == Level::critical) found.push_back(&outcome);
  return found;
}

// True for the reasons with which Slurm itself drains a node, after a script of ours or of the site has failed.
bool is_job_error(const std::string& reason) {
  return reason.starts_with("Prolog error") || reason.starts_with("Epilog error");
}

bool explains(const JobFailure& failure, const NodeRecord& record) {
  return is_job_error(record.reason) && record.reason_time >= failure.time - 5 &&
         record.reason_time <= failure.time + 60;
}

// Each further drain within the window doubles the number of good runs that the next recovery needs.
std::int64_t runs_needed(const State& state, const Settings::Recovery& recovery) {
  const auto doublings = std::min<std::size_t>(state.drains.empty() ? 0 : state.drains.size() - 1, 10);
  return recovery.good_runs << doublings;
}

bool is_good_run(const std::vector<Outcome>& outcomes, const State& state) {
  return std::none_of(outcomes.begin(), outcomes.end(), [&](const Outcome& outcome) {
    return outcome.verdict && outcome.verdict->level == Level::unknown && state.causes.contains(outcome.id);
  });
}

void drained_by_us(State& state, const std::string& reason, std::int64_t now) {
  state.reason = reason;
  state.good_runs = 0;
  state.drains.push_back(now);
}

void forget_drain(State& state) {
  state.reason.clear();
  state.causes.clear();
  state.good_runs = 0;
}

// The check that a reason names: `gpu-count` in `[HC] gpu-count: 7 of 8 GPUs`.
std::string cause_in(const std::string& reason) {
  const auto end = reason.find(": ", mark.size());
  return end == reason.npos ? "" : reason.substr(mark.size(), end - mark.size());
}

bool is_of_a_check(const std::string& reason, const Settings& settings) {
  if (!reason.starts_with(mark)) return false;
  const std::string cause(base_of(reason.substr(mark.size())));
  return cause == flapping || cause == shared::reasons::settings || settings.catalogue.checks.contains(cause);
}

// Cuts a reason to its maximum size. scontrol removes a quotation mark at its end, and the reason must read back unchanged.
std::string fitted(std::string reason) {
  reason.resize(std::min(reason.size(), most_bytes));
  if (reason.ends_with('"')) reason.back() = '\'';
  return reason;
}

// For a run in which nothing is critical while our drain is set: resumes the node after enough good runs. After too
// many drains, only changes the reason, and leaves the node to an administrator.
void recover(const std::vector<Outcome>& outcomes, const Settings::Recovery& recovery, State& state,
             Decision& decision) {
  if (!is_good_run(outcomes, state)) return;
  ++state.good_runs;
  if (static_cast<std::int64_t>(state.drains.size()) >= recovery.max_drains) {
    const std::string head = std::string(mark) + std::string(flapping) + ": ";
    if (state.reason.starts_with(head)) return;
    const std::string reason =
        head + std::to_string(state.drains.size()) + " drains, last " + state.reason.substr(mark.size());
    decision.new_reason = fitted(reason);
    state.reason = *decision.new_reason;
    decision.log.push_back("stays drained until an administrator resumes it: " + reason);
  } else if (state.good_runs >= runs_needed(state, recovery)) {
    decision.resume = true;
    decision.log.push_back("resumed after " + std::to_string(state.good_runs) + " passing runs: " + state.reason);
    forget_drain(state);
  }
}

}  // namespace

std::string reason_for(const std::vector<const Outcome*>& critical) {
  std::string text = std::string(mark) + critical.front()->id + ": " + critical.front()->verdict->detail;
  // Quotes and backslashes are safe: scontrol gets the reason as one argument, without a shell, and slurmdbd escapes it.
  for (char& c : text)
    if (c < ' ' || c > '~') c = '?';
  const std::string more = critical.size() > 1 ? " (and " + std::to_string(critical.size() - 1) + " more)" : "";
  return fitted(text.substr(0, most_bytes - more.size()) + more);
}

bool must_ask(const std::vector<Outcome>& outcomes, const State& state, const std::optional<JobFailure>& failure) {
  return state.slurmctld_never_asked || failure || !state.reason.empty() || !critical_of(outcomes).empty();
}

Decision decide(const std::vector<Outcome>& outcomes, const NodeRecord& record, const Settings& settings,
                std::int64_t now, const std::optional<JobFailure>& failure, State& state) {
  Decision decision;
  const Settings::Recovery& recovery = settings.recovery;
  std::erase_if(state.drains, [&](std::int64_t time) { return time <= now - recovery.window; });
  const auto critical = critical_of(outcomes);
  if (!record.drained() && !state.reason.empty()) {
    // The administrator knows the problems that there were. Those that still exist drain the node again at the next
    // run.
    decision.log.push_back("an administrator resumed the node: " + state.reason);
    decision.acknowledge = true;
    forget_drain(state);
    state.drains.clear();
    return decision;
  }
  if (record.drained() && !state.reason.empty() && record.reason != state.reason) {
    decision.log.push_back("left to an administrator, who changed the reason to: " + record.reason);
    forget_drain(state);
  }
  if (record.drained() && state.reason.empty()) {
    if (state.slurmctld_never_asked && is_of_a_check(record.reason, settings)) {
      state.reason = record.reason;
      state.causes.insert(cause_in(record.reason));
    } else if (failure && explains(*failure, record)) {
      drained_by_us(state, failure->reason, now);
      state.causes.insert(failure->cause);
      decision.new_reason = failure->reason;
      decision.log.push_back("drained by a job's Prolog or Epilog: " + failure->reason);
    }
  }
  for (const Outcome* outcome : critical) state.causes.insert(outcome->id);
  const bool ours = !state.reason.empty();
  if (!critical.empty()) {
    const std::string reason = reason_for(critical);
    state.good_runs = 0;
    if (!record.drained()) {
      decision.drain = reason;
      decision.log.push_back("drained: " + reason);
      drained_by_us(state, reason, now);
    } else if (ours && cause_in(state.reason) != critical.front()->id) {
      decision.new_reason = reason;
      state.reason = reason;
    } else if (!ours) {
      state.causes.clear();
    }
  } else if (ours && !decision.new_reason) {
    recover(outcomes, recovery, state, decision);
  }
  return decision;
}

}  // namespace skiff::health
