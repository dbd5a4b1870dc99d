#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plan/mount.h"

namespace jail {

/// Where the mount point of a mount must exist before anything is mounted.
struct Place {
  enum class In {
    jail,     ///< in the jail, at `path`
    source,   ///< on the node, at `path`: in the source of the bind mount that the target is in
    created,  ///< nowhere: it is in our own memory, and is created there
    unknown,  ///< in a mount whose content is not known before it is mounted
  };
  In in = In::jail;
  std::string path;

  bool operator==(const Place&) const = default;
};

/// The place of the mount at `index` in a list, which is in the order of mounting.
Place place_of(const std::vector<Mount>& mounts, std::size_t index);

/// The directory in a `job` mount's source that contains the directories of all jobs. Only root may enter it.
inline constexpr std::string_view job_folders_name = ".spank_chroot";

/// The directory of one job in it.
std::string job_folder(std::string_view source, std::uint32_t job);

/// The sources of all `job` mounts, each once.
std::vector<std::string> job_sources(const std::vector<Mount>& mounts);

/// The job that a process is in, from the text of its /proc/PID/cgroup (cgroups(7)): Slurm's control groups are named
/// job_N. nullopt if there is none.
std::optional<std::uint32_t> job_of_cgroup(std::string_view text);

/// True for an entry of SlurmdSpoolDir that a job's tasks may see: the directory of its batch script, its sockets for
/// nss_slurm, the files of its PMIx server, and the configuration that slurmctld sent.
bool spool_entry_of(std::string_view name, std::uint32_t job);

}  // namespace jail
