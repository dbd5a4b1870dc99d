#pragma once

#include <optional>
#include <string>

#include "enter/daemon_root.h"
#include "enter/exec_limit.h"
#include "enter/mounts.h"
#include "plan/settings.h"
#include "plan/verdict.h"
#include "plugin/slurm.h"

namespace jail {

/// The plugin's state in one process, between callbacks. All functions throw Failure with the error to report, except
/// begin_process().
class Session {
 public:
  /// Reads the arguments. slurmd also reads the mounts file, so that errors in it are found when slurmd starts, and
  /// creates the parents of the job directories before a user can. slurmstepd looks up the users and groups that the
  /// arguments name, while the user database is still the node's.
  void load(spank_context_t context, int count, char* arguments[]);

  /// True if any user may use --no-jail. Otherwise the option does not exist.
  bool has_no_jail() const {
    return settings_ && !(settings_->no_jail_users.empty() && settings_->no_jail_groups.empty());
  }

  /// Notes that the user has given --no-jail.
  void ask_no_jail() { asks_no_jail_ = true; }

  /// In srun, sbatch and salloc: refuses what the node would refuse.
  void submit() const;

  /// Notes whose job this is and whether it is exempt, removes leftovers of an earlier job with this number, and
  /// checks what the job's steps will need.
  void prolog(spank_t spank, int count, char* arguments[]);

  /// Decides whether the step is jailed. If it is, each process that slurmstepd forks from now on calls begin_process()
  /// before it does anything else. In mode step, slurmstepd also gets a root in which users' paths lead into the jail.
  void begin_step(spank_t spank);

  /// Called in each process that slurmstepd has just forked: tasks and all others, such as a user's --task-epilog. The
  /// process gets a new session keyring instead of slurmd's, which everything in a container shares. A keyring from
  /// PAM stays. In mode step, the process enters the jail and is confined. In mode task, it cannot run a program yet,
  /// because Slurm may still move a task into a namespace of the job. If any of this fails, the process gets a root
  /// without any usable path.
  void begin_process() noexcept;

  /// In a task: throws Failure if the step was refused or begin_process() has failed. In mode task, the task then
  /// enters the jail.
  void begin_task(spank_t spank);

  /// Removes the job's note and its directories on the node.
  void epilog(spank_t spank, int count, char* arguments[]);

 private:
  std::optional<Settings> settings_;
  std::optional<Verdict> verdict_;
  std::uint32_t job_ = 0;
  std::int32_t keyring_ = 0;  ///< the session keyring that slurmstepd has inherited from slurmd
  std::optional<Plan> plan_;
  DaemonRoot daemon_;      ///< mode step: slurmstepd's own root
  std::string refusal_;    ///< why no task runs
  bool began_ = false;     ///< in a forked process: begin_process() has succeeded
  rlimit limit_before_{};  ///< in a forked process, mode task: its limit before forbid_exec()
  Names exempt_, no_jail_;
  bool asks_no_jail_ = false;
};

}  // namespace jail
