#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernel/fd.h"
#include "plan/mount.h"

namespace jail {

/// Makes SOURCE/.spank_chroot, root's alone, in each of the sources that exist: before anybody else has that name, or in place of what somebody has
/// put there. Throws Failure where that stays.
void own_job_folders(const std::vector<std::string>& sources);

/// The folder that a `job` mount shows, made where it is missing: SOURCE/.spank_chroot/JOB (root's alone) and in it one for the
/// target, with the mount's mode. Safe beside other steps of the job and in a folder that others may write.
Fd open_job_folder(const Mount& mount, std::uint32_t job);

/// Removes a job's folders in these sources with all that is in them, without following a link or entering a mount.
/// Returns one line for each that could not be removed.
std::vector<std::string> remove_job_folders(const std::vector<std::string>& sources, std::uint32_t job);

}  // namespace jail
