#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernel/fd.h"
#include "plan/mount.h"

namespace jail {

/// Creates SOURCE/.spank_chroot, which only root can access, in each source that exists: before a user takes the name,
/// or in place of what a user has put there. Throws Failure if that cannot be removed.
void own_job_folders(const std::vector<std::string>& sources);

/// Opens the directory that a `job` mount shows, and creates it if it is missing. SOURCE/.spank_chroot/JOB, which only
/// root can access, contains one directory for each target, with the mount's mode. This is safe even if other steps of
/// the job do the same, and if others may write to the source. Throws NoRoom or Failure.
Fd open_job_folder(const Mount& mount, std::uint32_t job);

/// Removes a job's directories in these sources and everything in them, without following a link or entering a mount.
/// Returns one line for each directory that could not be removed.
std::vector<std::string> remove_job_folders(const std::vector<std::string>& sources, std::uint32_t job);

}  // namespace jail
