#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "level.h"

namespace skiff::health {

/// What one periodic run leaves to the next, in the run folder. Only periodic runs write it.
struct State {
  bool fresh = true;  ///< slurmctld was not asked yet: what it has of an earlier one is not known
  std::string boot;   ///< boot id of the machine: counters and kernel messages begin anew with it
  std::map<std::string, std::string, std::less<>> memory;  ///< of the checks
  std::set<std::string, std::less<>> settled;              ///< start checks that were good or gave a warning
  std::map<std::string, Level, std::less<>> levels;        ///< of the last run, so that the log tells of changes alone
  std::int64_t acknowledged = -1;                          ///< kernel messages up to here are past

  std::string reason;                         ///< that this program gave and Slurm still has; empty: no drain of ours
  std::set<std::string, std::less<>> causes;  ///< checks that were critical since that drain
  std::int64_t good_runs = 0;                 ///< in a row since
  std::vector<std::int64_t> drains;           ///< when, within the settings' window
  std::string comment;                        ///< that this program gave
};

/// The state in this text; a fresh one for a text that is none.
State parse_state(std::string_view json);
std::string to_json(const State& state);

/// Begins anew where the machine has been started since: what the kernel counts does, and start checks are due. The
/// drain of ours stands.
void forget_boot(State& state, const std::string& boot);

}  // namespace skiff::health
