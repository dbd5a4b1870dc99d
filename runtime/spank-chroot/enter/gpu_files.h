#pragma once

#include <string>
#include <vector>

#include "enter/root.h"
#include "gpu/files.h"
#include "plan/mount.h"

namespace jail {

/// Puts the driver's files together in memory at the mount's target. TARGET/lib64 has the libraries, with the names
/// that the loader looks for. TARGET/bin has the programs. Other files (sockets below /run) are bound at their own
/// paths if these exist or can be created. Throws Failure.
void mount_gpu(Root& root, const Mount& mount, const GpuFiles& files, const std::string& what);

}  // namespace jail
