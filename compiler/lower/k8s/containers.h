#pragma once

#include "plan/plan.h"
#include "tree/value.h"

namespace skiff {

/// The parts of a worker pod for container images: variables, mounts and volumes.
struct ContainerParts {
  Value env = Value::list(), mounts = Value::list(), volumes = Value::list();
};
ContainerParts container_parts(const plan::Plan& plan);

/// Why jobs run containers. The plan has `pyxis` or `oci`.
Origin containers_origin(const plan::Plan& plan);

}  // namespace skiff
