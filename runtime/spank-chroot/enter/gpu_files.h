#pragma once

#include <string>
#include <vector>

#include "enter/root.h"
#include "gpu/files.h"
#include "plan/mount.h"

namespace jail {

/// Puts the driver's files together in memory at the mount's target: TARGET/lib64 with the libraries and the names that the loader
/// looks for, TARGET/bin. Other files (sockets below /run) are bound at their own paths where those exist or can be made.
void mount_gpu(Root& root, const Mount& mount, const GpuFiles& files, const std::string& what);

}  // namespace jail
