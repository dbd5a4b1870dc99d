#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sidecar/node.h"
#include "sidecar/pod.h"
#include "sidecar/power.h"
#include "sidecar/replacements.h"
#include "sidecar/settings.h"

namespace skiff::sidecar {

/// A condition that a pod or a machine gets.
struct Patch {
  enum class Kind { pod, machine };
  Kind kind = Kind::pod;
  std::string name;
  Condition condition;
  bool changed = false;  ///< it was another one, or none: the time of its change is now
  bool operator==(const Patch&) const = default;
};

struct AfterDrainPlan {
  Replacements memory;
  std::vector<std::string> say;
  std::vector<Delete> deletes;
  std::vector<Update> updates;
  std::vector<Patch> patches;
  bool pending = false;  ///< pods have to be looked at again
  bool acts() const { return !say.empty() || !deletes.empty() || !updates.empty() || !patches.empty(); }
};

/// True for a reason that may be one of skiff's checks.
bool may_be_ours(const Node& node);

/// Decides what follows for nodes that skiff's own checks have drained: another pod, within the limits of the settings, and conditions for
/// those who watch Kubernetes.
///
/// The lists are complete; `memory` is the record of what was done; `now` in seconds since 1970.
AfterDrainPlan decide_after_drain(const std::vector<Node>& nodes, const std::vector<Pod>& pods,
                                  const AfterDrain& settings, const Replacements& memory, std::int64_t now);

}  // namespace skiff::sidecar
