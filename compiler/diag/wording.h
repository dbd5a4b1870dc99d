#pragma once

#include <string>
#include <string_view>

#include "diag/diagnostic.h"

namespace skiff {

/// The finding as Kubernetes would print it: `spec.nodeSets[0].replicas: Invalid value: -1: must be at least 0`.
std::string wording(const Diagnostic& diagnostic);

/// The vocabulary's word, `Invalid value`; empty for `plain`.
std::string_view problem_name(Problem problem);

/// `error` or `warning`.
std::string_view severity_name(Severity severity);

}  // namespace skiff
