#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "level.h"

namespace skiff::health {

/// What one periodic run leaves for the next, in the run directory. Only periodic runs write it.
struct State {
  bool slurmctld_never_asked = true;  ///< so a drain of an earlier pod is not known
  std::string boot;                   ///< boot id of the machine: with a new one, counters and kernel messages restart
  std::map<std::string, std::string, std::less<>> memory;  ///< what each check remembers
  std::set<std::string, std::less<>> passed_start_checks;  ///< maybe with a warning
  std::map<std::string, Level, std::less<>> levels;        ///< of the last run, so that only changes are logged
  std::int64_t acknowledged = -1;                          ///< kernel messages up to this number are ignored

  std::string reason;                         ///< of our drain, as Slurm has it; empty: the node has no drain of ours
  std::set<std::string, std::less<>> causes;  ///< checks that were critical since that drain
  std::int64_t good_runs = 0;                 ///< good runs in a row since that drain
  std::vector<std::int64_t> drains;           ///< times of our drains within the settings' window
  std::string comment;                        ///< that this program wrote
};

/// Parses a state; a new one if the text is not a state.
State parse_state(std::string_view json);
std::string to_json(const State& state);

/// After a reboot, forgets what the checks remember and which start checks have passed, because the kernel's counters
/// restart. A drain of ours stays.
void forget_boot(State& state, const std::string& boot);

}  // namespace skiff::health
