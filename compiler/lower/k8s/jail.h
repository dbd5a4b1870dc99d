#pragma once

#include "plan/plan.h"
#include "tree/value.h"

namespace skiff {

/// What a pod with the jail has: a container that waits for the root and its folders, and the mounts file.
struct JailParts {
  Value wait, mount, volume;
};
JailParts jail_parts(const plan::Plan& plan, const plan::Text& config_map, const plan::Texts& folders,
                     const plan::Text& image);

}  // namespace skiff
