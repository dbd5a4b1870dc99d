#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "enter/root.h"
#include "gpu/files.h"
#include "plan/mount.h"
#include "plan/settings.h"

namespace jail {

/// What one step's jail is made of: all that is read from the node before the first change.
struct Plan {
  Settings settings;
  std::vector<Mount> mounts;  ///< without those optional ones whose source is missing
  GpuFiles gpu_files;         ///< without files: no `gpu` mount is made
  std::uint32_t job = 0;
};

/// Mounts one of the plan's mounts in the jail.
void mount_one(Root& root, const Plan& plan, const Mount& mount);

}  // namespace jail
