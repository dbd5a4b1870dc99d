#pragma once

#include "lower/k8s/objects.h"
#include "plan/plan.h"
#include "tree/bundle.h"

namespace skiff {

/// What the plan becomes: the typed forms, which `verify` judges, and the files made of them.
struct Lowered {
  Confs confs;
  Bundle bundle;
};

Lowered lower(const plan::Plan& plan);

}  // namespace skiff
