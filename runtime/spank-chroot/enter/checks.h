#pragma once

#include <cstdint>

#include "enter/mounts.h"
#include "plan/settings.h"

namespace jail {

/// Reads everything that a jail on this node is made of and checks it, changing nothing: the kernel, the mounts file, the jail's
/// mount, marker and version, the mounts' sources and targets, the GPU driver's files. Throws Failure for the first that is wrong.
Plan prepare(const Settings& settings, std::uint32_t job);

/// The mounts of the settings' file, or the default ones. Throws Failure with the first fault.
std::vector<Mount> read_mounts(const Settings& settings);

}  // namespace jail
