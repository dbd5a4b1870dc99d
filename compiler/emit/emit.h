#pragma once

#include "plan/plan.h"
#include "tree/bundle.h"

namespace skiff {

/// Completes the folder: to the texts that `lower` made come plan.yaml, the objects as YAML, and kustomization.yaml.
Bundle emit(const plan::Plan& plan, Bundle lowered);

}  // namespace skiff
