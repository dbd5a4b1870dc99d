#pragma once

#include "plan/plan.h"
#include "tree/value.h"

namespace skiff {

/// The container `sssd` of a pod, and the volumes of its settings. none() if the users are in no directory. The mounts
/// of the other containers are those of `user_mounts`.
struct DirectoryParts {
  Value container, volumes;
};
DirectoryParts directory_parts(const plan::Plan& plan);

/// The same for slurmctld's pod, which is not ready while no server of the directory answers.
DirectoryParts checked_directory_parts(const plan::Plan& plan);

}  // namespace skiff
