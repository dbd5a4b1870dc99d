#pragma once

#include <optional>

#include "enter/mounts.h"
#include "plan/settings.h"
#include "plan/verdict.h"
#include "plugin/slurm.h"

namespace jail {

/// What the plugin knows in one process, from callback to callback. All throw Failure for what the callback must report.
class Session {
 public:
  /// Reads the arguments. slurmd also reads the mounts file, so that a wrong one shows when it starts; slurmstepd looks up whom
  /// the arguments name, as long as the user database is the node's.
  void load(spank_context_t context, int count, char* arguments[]);

  /// The user said --no-jail.
  void ask_no_jail() { asks_no_jail_ = true; }

  /// Notes that the job is exempt, or checks what its steps will need.
  void prolog(spank_t spank, int count, char* arguments[]);

  /// Decides whether the step is jailed, and in mode step enters.
  void begin_step(spank_t spank);

  /// In mode task enters; in both narrows what the task has.
  void begin_task(spank_t spank);

  /// Removes what the job had on the node.
  void epilog(spank_t spank, int count, char* arguments[]);

 private:
  Plan prepare_step(spank_t spank) const;

  std::optional<Settings> settings_;
  std::optional<Verdict> verdict_;
  std::optional<Plan> plan_;  ///< mode step: what was entered
  Names exempt_, no_jail_;
  bool asks_no_jail_ = false;
};

}  // namespace jail
