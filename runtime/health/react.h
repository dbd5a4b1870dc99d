#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/record.h"
#include "lanes.h"
#include "settings.h"
#include "state.h"

namespace skiff::health {

/// A Prolog or Epilog of ours that failed, as its own run noted down: Slurm drained the node for it, with words of its own.
struct JobFailure {
  std::int64_t time = 0;
  std::string reason;  ///< as this program would have given it
  std::string cause;   ///< the check
};

/// What is to be asked of slurmctld. At most one of drain, resume and note.
struct Decision {
  std::optional<std::string> drain;  ///< with this reason
  std::optional<std::string> note;   ///< another reason for a drain that is ours
  bool resume = false;
  bool acknowledge = false;  ///< an administrator resumed the node: kernel messages up to now are past
  std::vector<std::string> log;
};

/// `[HC] gpu-count: 7 of 8 GPUs (and 2 more)`: printable ASCII in one line of at most 250 characters.
std::string reason_for(const std::vector<const Outcome*>& critical);

/// True where slurmctld must be asked what it has of the node; healthy nodes ask nothing.
bool must_ask(const std::vector<Outcome>& outcomes, const State& state, const std::optional<JobFailure>& failure);

/// Decides from this run's outcomes and what slurmctld has, and brings `state` up to date as if all were carried out.
///
/// Only a reason that this program gave is ever cleared or changed: it must be the one in `state`, word for word, or one with
/// its mark and the name of one of its checks where there is no state: skiff-benchmark has the same mark, and what it found
/// no good run of these takes back. Unknown neither drains nor counts as a good run of a check that drained.
Decision decide(const std::vector<Outcome>& outcomes, const NodeRecord& record, const Settings& settings,
                std::int64_t now, const std::optional<JobFailure>& failure, State& state);

}  // namespace skiff::health
