#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace jail {

/// Where the jail is entered.
enum class Mode {
  step,  ///< `init_post_opt`: all of slurmstepd, so that `sbatch --output` and the working directory are inside
  task,  ///< `task_init_privileged`: each task; beside job_container and namespace plugins
};

/// The arguments of the plugin's line in plugstack.conf.
struct Settings {
  std::string root;                        ///< `root=`: the jail on the node
  Mode mode = Mode::step;                  ///< `mode=step|task`
  std::string mounts_file;                 ///< `mounts=`: empty takes default_mounts()
  std::string marker = "/etc/skiff-jail";  ///< `marker=`: a file inside that says the jail is populated
  std::string version;                     ///< `version=`: the first line that the marker must have; empty takes any
  bool require_mount = true;               ///< `mountpoint=yes|no`: the root must be a mount of its own
  bool submounts = false;                  ///< `submounts=yes|no`: what is mounted below the root comes along
  bool root_read_only = false;             ///< `root-options=ro`
  bool root_no_suid = false;               ///< `root-options=nosuid`
  bool extern_step = false;                ///< `extern=yes|no`: the extern step too
  bool hide_processes = false;             ///< `hidepid=yes|no`: /proc shows a user no other user's processes
  bool check_in_prolog = true;             ///< `on-failure=requeue|fail`: see docs/jail.md
  std::uint64_t capabilities = 0;          ///< `capabilities=`: what root inside may have, one bit each
  std::vector<std::string> exempt_users;   ///< `exempt-users=`: never jailed
  std::vector<std::string> exempt_groups;  ///< `exempt-groups=`
  std::vector<std::string> exempt_partitions;  ///< `exempt-partitions=`
  std::vector<std::string> exempt_accounts;    ///< `exempt-accounts=`
  std::vector<std::string> no_jail_users;      ///< `no-jail-users=`: may say --no-jail
  std::vector<std::string> no_jail_groups;     ///< `no-jail-groups=`
  std::string state = "/run/spank_chroot";     ///< `state=`: what the prolog notes for the steps of a job
  bool login = false;                          ///< no argument: there is no job, people log in (login/main.cc)

  bool operator==(const Settings&) const = default;
};

struct Arguments {
  Settings settings;
  std::vector<std::string> faults;  ///< the settings are usable if there is none
};

/// Reads `NAME=VALUE` arguments. Every unknown, repeated, missing or malformed one is a fault.
Arguments parse_arguments(const std::vector<std::string_view>& arguments);

}  // namespace jail
