#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plan/mount.h"

namespace jail {

/// Where the mount point of a mount must be before anything is mounted.
struct Place {
  enum class In {
    jail,     ///< in the jail, at `path`
    source,   ///< on the node, at `path`: in the source of the bind that it lies on
    created,  ///< in memory of our own, where it is made
    unknown,  ///< in what shows only when it is mounted
  };
  In in = In::jail;
  std::string path;

  bool operator==(const Place&) const = default;
};

/// The place of the mount at an index of a list in the order of mounting.
Place place_of(const std::vector<Mount>& mounts, std::size_t index);

/// The folder in a job mount's source that has those of all jobs; only root may enter it.
inline constexpr std::string_view job_folders_name = ".spank_chroot";

/// The folder in there that belongs to a job.
std::string job_folder(std::string_view source, std::uint32_t job);

/// The sources of all `job` mounts, each once.
std::vector<std::string> job_sources(const std::vector<Mount>& mounts);

/// The job that a process is in by its control group (the text of /proc/PID/cgroup, cgroups(7)): Slurm's are job_N. Nothing where none says so.
std::optional<std::uint32_t> job_of_cgroup(std::string_view text);

/// True for an entry of SlurmdSpoolDir that a job's tasks may see: its batch script's folder, its sockets for nss_slurm, its
/// PMIx server's files, and the configuration that slurmctld sent.
bool spool_entry_of(std::string_view name, std::uint32_t job);

}  // namespace jail
