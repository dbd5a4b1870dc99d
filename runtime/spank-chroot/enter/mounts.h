#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "enter/root.h"
#include "gpu/files.h"
#include "plan/mount.h"
#include "plan/settings.h"

namespace jail {

/// What one step's jail consists of. All of it is read from the node before the first change.
struct Plan {
  Settings settings;
  std::vector<Mount> mounts;  ///< without optional mounts whose source is missing
  GpuFiles gpu_files;         ///< if it has no files, no `gpu` mount is made
  std::uint32_t job = 0;
};

/// Makes one of the plan's mounts in the jail. Throws Failure.
void mount_one(Root& root, const Plan& plan, const Mount& mount);

}  // namespace jail
