#pragma once

#include "lower/k8s/objects.h"
#include "plan/plan.h"
#include "tree/bundle.h"

namespace skiff {

/// What the plan becomes, which `verify` judges: objects, conf files as typed lines, and the texts that pods read. Those are parts of
/// the ConfigMaps, and so they are made here; bytes of all else are for `emit`.
struct Lowered {
  Confs confs;
  Bundle bundle;  ///< of its files those texts
};

Lowered lower(const plan::Plan& plan);

}  // namespace skiff
