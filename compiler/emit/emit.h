#pragma once

#include "plan/plan.h"
#include "tree/bundle.h"

namespace skiff {

/// Completes the files of the output directory: adds plan.yaml, the objects as YAML, and kustomization.yaml to the
/// texts from `lower`.
Bundle emit(const plan::Plan& plan, Bundle lowered);

}  // namespace skiff
