#pragma once

#include "gpu/files.h"
#include "plan/mount.h"

namespace jail {

/// Finds the driver's files on this node for a `gpu` mount: in the CDI specification or loader cache that its source
/// names or, for `auto`, in the first one that the node has. If there are no files, an optional mount gets an empty
/// result, and for other mounts this throws Failure. Also throws Failure if the specification or cache cannot be read.
GpuFiles find_gpu_files(const Mount& mount);

}  // namespace jail
