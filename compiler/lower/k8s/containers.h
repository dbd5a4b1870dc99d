#pragma once

#include "plan/plan.h"
#include "tree/value.h"

namespace skiff {

/// The parts of a worker pod for container images: variables, mounts and volumes.
struct ContainerParts {
  Value env = Value::list(), mounts = Value::list(), volumes = Value::list();
};
ContainerParts container_parts(const plan::Plan& plan);

}  // namespace skiff
