#pragma once

#include <string>
#include <string_view>

#include "diag/diagnostic.h"

namespace skiff {

/// The diagnostic as Kubernetes would print it: `spec.nodeSets[0].replicas: Invalid value: -1: must be at least 0`.
std::string wording(const Diagnostic& diagnostic);

/// The name of the problem in Kubernetes, such as `Invalid value`. Empty for `plain`.
std::string_view problem_name(Problem problem);

/// `error` or `warning`.
std::string_view severity_name(Severity severity);

}  // namespace skiff
