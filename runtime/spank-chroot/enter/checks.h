#pragma once

#include <cstdint>

#include "enter/mounts.h"
#include "plan/settings.h"

namespace jail {

/// Reads and checks everything that the jail on this node consists of, without changing anything: the kernel, the
/// mounts file, the jail's mount, marker and version, the mounts' sources and targets, the GPU driver's files. Throws
/// Failure for the first error.
Plan prepare(const Settings& settings, std::uint32_t job);

/// The mounts of the settings' file, or the default ones. Throws Failure for the first error.
std::vector<Mount> read_mounts(const Settings& settings);

}  // namespace jail
