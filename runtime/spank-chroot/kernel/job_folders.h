#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernel/fd.h"
#include "plan/mount.h"

namespace jail {

/// The folder that a `job` mount shows, made where it is missing: SOURCE/.spank_chroot.JOB (root's alone) and in it one for the
/// target, with the mount's mode. Safe beside other steps of the job and in a folder that others may write.
Fd open_job_folder(const Mount& mount, std::uint32_t job);

/// Removes the folders of a job's `job` mounts with all that is in them, without following a link or entering a mount.
/// Returns one line for each that could not be removed.
std::vector<std::string> remove_job_folders(const std::vector<Mount>& mounts, std::uint32_t job);

}  // namespace jail
