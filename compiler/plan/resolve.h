#pragma once

#include "diag/diagnostic.h"
#include "plan/plan.h"
#include "spec/spec.h"

namespace skiff {

/// Makes the plan: defaults, catalogue entries, derived numbers, names, and choices that depend on the target releases.
/// Reports what cannot be resolved (SKF2xx). If it reports an error, the plan must not be used.
plan::Plan resolve(const spec::Cluster& cluster, Diagnostics& diagnostics);

}  // namespace skiff
