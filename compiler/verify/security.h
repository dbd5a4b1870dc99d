#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "verify/object_set.h"

namespace skiff {

/// The levels of the Pod Security Standards of Kubernetes, the least strict first.
enum class PodLevel : std::uint8_t { privileged, baseline, restricted };

/// One setting in a pod that a level does not allow.
struct Violation {
  PodLevel level;   ///< the least strict level that forbids it
  const Value* at;  ///< the field, or the map that lacks it
  std::string message;
  const Value* root_container = nullptr;  ///< set if the violation is only that this container may run as root
};

/// All violations in a pod's spec, by the rules of the newest supported version (k8s.io/pod-security-admission/policy).
std::vector<Violation> violations(const Value& pod);

/// The strictest level that admits the pod.
PodLevel level_of(const Value& pod);

std::string_view to_string(PodLevel level);

}  // namespace skiff
