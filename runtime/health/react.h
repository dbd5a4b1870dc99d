#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/record.h"
#include "settings.h"
#include "state.h"
#include "workers.h"

namespace skiff::health {

/// A failed Prolog or Epilog of ours, as that run recorded it. Slurm drained the node for it, with a reason of its own.
struct JobFailure {
  std::int64_t time = 0;  ///< seconds since 1970
  std::string reason;     ///< that this program would have set
  std::string cause;      ///< id of the check
};

/// What to request from slurmctld: at most one of drain, new_reason and resume.
struct Decision {
  std::optional<std::string> drain;       ///< drain the node with this reason
  std::optional<std::string> new_reason;  ///< for our own drain
  bool resume = false;
  bool acknowledge = false;  ///< an administrator resumed the node: ignore kernel messages up to now
  std::vector<std::string> log;
};

/// The drain reason `[HC] gpu-count: 7 of 8 GPUs (and 2 more)`: one line of at most 250 printable ASCII characters,
/// which slurmctld reports unchanged.
std::string reason_for(const std::vector<const Outcome*>& critical);

/// True if slurmctld must be asked for the node's record. Healthy nodes send no request.
bool must_ask(const std::vector<Outcome>& outcomes, const State& state, const std::optional<JobFailure>& failure);

/// Decides what to do, from this run's outcomes and slurmctld's record of the node. Updates `state` as if the decision
/// had been carried out. `now` is in seconds since 1970.
///
/// Only a reason that this program set is ever cleared or changed. It must be exactly the reason in `state`. If there
/// is no state, it must have this program's mark and the name of one of its checks: skiff-benchmark uses the same mark,
/// and good runs of the health checks must not undo its drains. An unknown result drains no node. If it is the result
/// of a check that caused the drain, the run does not count as a good run.
Decision decide(const std::vector<Outcome>& outcomes, const NodeRecord& record, const Settings& settings,
                std::int64_t now, const std::optional<JobFailure>& failure, State& state);

}  // namespace skiff::health
