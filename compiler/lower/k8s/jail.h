#pragma once

#include "plan/plan.h"
#include "tree/value.h"

namespace skiff {

/// The parts of a pod with the jail: a container that waits for the shared root and its directories, and the mount and
/// the volume of the mounts file.
struct JailParts {
  Value wait, mount, volume;
};
JailParts jail_parts(const plan::Plan& plan, const plan::Text& config_map, const plan::Texts& folders,
                     const plan::Text& image);

}  // namespace skiff
