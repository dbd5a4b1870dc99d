#pragma once

#include <string>

#include "enter/root.h"
#include "plan/mount.h"
#include "plan/settings.h"

namespace jail {

/// Puts a private /dev together: the devices that every program expects and those of GPUs, networks and FUSE that the node has,
/// each bound by itself, so that nothing else of the node's /dev is there and nothing can be made in it.
void mount_dev(Root& root, const Mount& mount, Mode mode, const std::string& what);

}  // namespace jail
