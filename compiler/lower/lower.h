#pragma once

#include "lower/k8s/objects.h"
#include "plan/plan.h"
#include "tree/bundle.h"

namespace skiff {

/// The plan as objects, configuration files as typed lines, and the texts that pods read. `verify` checks the result.
/// The texts are created here because they are parts of the ConfigMaps. `emit` produces the bytes of everything else.
struct Lowered {
  Confs confs;
  Bundle bundle;  ///< its `files` holds only those texts so far
};

Lowered lower(const plan::Plan& plan);

}  // namespace skiff
