#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace jail {

/// Which processes enter the jail, and in which callback.
enum class Mode {
  step,  ///< `init_post_opt`: all of slurmstepd, so that `sbatch --output` and the working directory are in the jail
  task,  ///< `task_init_privileged`: each task; works with job_container and namespace plugins
};

/// The arguments of the plugin's line in plugstack.conf.
struct Settings {
  std::string root;                            ///< `root=`: the jail on the node
  Mode mode = Mode::step;                      ///< `mode=step|task`
  std::string mounts_file;                     ///< `mounts=`: empty for default_mounts()
  std::string marker = "/etc/skiff-jail";      ///< `marker=`: a file in the jail; it exists if the jail is populated
  std::string version;                         ///< `version=`: required first line of the marker; empty for any
  bool require_mount = true;                   ///< `mountpoint=yes|no`: the root must be a mount point
  bool submounts = false;                      ///< `submounts=yes|no`: include what is mounted below the root
  bool root_read_only = false;                 ///< `root-options=ro`
  bool root_no_suid = false;                   ///< `root-options=nosuid`
  bool extern_step = false;                    ///< `extern=yes|no`: put the extern step into the jail too
  bool hide_processes = false;                 ///< `hidepid=yes|no`: /proc hides the processes of other users
  bool check_in_prolog = true;                 ///< `on-failure=requeue|fail`: see docs/jail.md
  std::uint64_t capabilities = 0;              ///< `capabilities=`: of root in the jail, one bit each
  std::vector<std::string> exempt_users;       ///< `exempt-users=`: never jailed
  std::vector<std::string> exempt_groups;      ///< `exempt-groups=`
  std::vector<std::string> exempt_partitions;  ///< `exempt-partitions=`
  std::vector<std::string> exempt_accounts;    ///< `exempt-accounts=`
  std::vector<std::string> no_jail_users;      ///< `no-jail-users=`: may use --no-jail
  std::vector<std::string> no_jail_groups;     ///< `no-jail-groups=`
  bool login_setuid = false;                   ///< `login-setuid=yes|no`: in logins, setuid programs work
  bool login_mounts = false;                   ///< `login-mounts=yes|no`: the command of jail-login can mount
  std::string state = "/run/spank_chroot";     ///< `state=`: directory of the prolog's notes about jobs
  bool login = false;                          ///< not an argument: for logins, without a job (login/main.cc)

  bool operator==(const Settings&) const = default;
};

struct Arguments {
  Settings settings;
  std::vector<std::string> faults;  ///< if there are any, the settings must not be used
};

/// Reads `NAME=VALUE` arguments. Every unknown, repeated, missing or malformed one is an error.
Arguments parse_arguments(const std::vector<std::string_view>& arguments);

}  // namespace jail
