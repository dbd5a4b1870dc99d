#pragma once

#include "gpu/files.h"
#include "plan/mount.h"

namespace jail {

/// The driver's files on this node for a `gpu` mount: from the CDI specification or the loader's cache that its source names, or,
/// for `auto`, from the first of them that the node has. Empty where there is none and the mount is optional; throws Failure
/// where it is not, or what is there can't be read.
GpuFiles find_gpu_files(const Mount& mount);

}  // namespace jail
