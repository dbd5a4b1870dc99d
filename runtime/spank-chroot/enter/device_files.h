#pragma once

#include <string>

#include "enter/root.h"
#include "plan/mount.h"
#include "plan/settings.h"

namespace jail {

/// Mounts a private /dev: with the devices that every program expects, and the node's devices for GPUs, networks and
/// FUSE. Each is bound separately, so nothing else of the node's /dev is visible. assemble() makes it read-only at the
/// end, so that nothing can be created in it. Throws Failure.
void mount_dev(Root& root, const Mount& mount, Mode mode, const std::string& what);

}  // namespace jail
