#pragma once

#include <string_view>

#include "plan/plan.h"
#include "tree/value.h"

namespace skiff {

/// If the jail has administrators: the container skiff-gate, which listens in a volume of its own, and the mount of this
/// volume in the pod's main container. With auth/slurm, the daemon's socket is in `volume`, which is mounted at `path`.
/// Without administrators all members are `none`.
struct Gate {
  Value container, mount, volume;
};
Gate gate(const plan::Plan& plan, const plan::Text& image, std::string_view volume, std::string_view path);

}  // namespace skiff
