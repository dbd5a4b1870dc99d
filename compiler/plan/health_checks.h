#pragma once

#include <string>
#include <vector>

#include "plan/plan.h"

// Checks of which a node has several, one for each of its mounts, paths or programs. The rules and the settings of
// skiff-health must agree on them.

namespace skiff {

/// True if skiff-health checks that the mount works: `mount:PATH`. The jail's own mounts have the check `jail`.
bool has_mount_check(const plan::Mount& mount);
/// True if skiff-health checks the free space at the mount: `space:PATH`. Only paths on local disks have this check: a
/// full shared file system would take every node out of service.
bool has_space_check(const plan::Plan& plan, const plan::Mount& mount);
/// The ids of these checks on all node sets.
std::vector<std::string> health_checks_of_items(const plan::Plan& plan);

}  // namespace skiff
