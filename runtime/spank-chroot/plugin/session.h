#pragma once

#include <optional>
#include <string>

#include "enter/hold.h"
#include "enter/mounts.h"
#include "kernel/fd.h"
#include "plan/settings.h"
#include "plan/verdict.h"
#include "plugin/slurm.h"

namespace jail {

/// What the plugin knows in one process, from callback to callback. All throw Failure for what the callback must report.
class Session {
 public:
  /// Reads the arguments. slurmd also reads the mounts file, so that a wrong one shows when it starts, and takes the places of job folders before a
  /// user can; slurmstepd looks up whom the arguments name, as long as the user database is the node's.
  void load(spank_context_t context, int count, char* arguments[]);

  /// True if somebody may say --no-jail: else there is no such option.
  bool has_no_jail() const {
    return settings_ && !(settings_->no_jail_users.empty() && settings_->no_jail_groups.empty());
  }

  /// The user said --no-jail.
  void ask_no_jail() { asks_no_jail_ = true; }

  /// In srun, sbatch and salloc: says no to what the node would refuse.
  void submit() const;

  /// Notes whose job this is and whether it is exempt, clears what an earlier job of that number left, and checks what its steps will need.
  void prolog(spank_t spank, int count, char* arguments[]);

  /// Decides whether the step is jailed. Where it is, the step's daemon gets a root in which users' paths are the jail's (mode step), and each process that
  /// it starts from now on is caught before it is anything else.
  void begin_step(spank_t spank);

  /// In a process that the step's daemon has just forked, tasks and all others, such as a user's own --task-epilog. It loses slurmd's session keyring, which
  /// in a container is one for all that runs there; not one that PAM gave it. Mode step: into the jail, confined. Mode task: kept from running anything, as
  /// Slurm may yet take a task into a namespace of the job's. A process with which that goes wrong is left where there is nothing at all.
  void begin_process() noexcept;

  /// In a task: whether all that went well; in mode task, into the jail.
  void begin_task(spank_t spank);

  /// Removes what the job had on the node.
  void epilog(spank_t spank, int count, char* arguments[]);

 private:
  std::optional<Settings> settings_;
  std::optional<Verdict> verdict_;
  std::uint32_t job_ = 0;
  std::int32_t keyring_ = 0;  ///< the session keyring that slurmstepd has from slurmd
  std::optional<Plan> plan_;
  Fd daemon_;            ///< mode step: the mount namespace of the step's daemon
  std::string refusal_;  ///< why no task runs
  bool began_ = false;   ///< in a process: it was caught
  rlimit held_{};        ///< in a process, mode task: its limit before it was held back
  Names exempt_, no_jail_;
  bool asks_no_jail_ = false;
};

}  // namespace jail
