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

/// A condition to set on a pod or a Kubernetes node (machine).
struct Patch {
  enum class Kind { pod, machine };
  Kind kind = Kind::pod;
  std::string name;
  Condition condition;
  bool changed = false;  ///< the status changes, so lastTransitionTime is now
  std::string type = unhealthy_type;
  bool operator==(const Patch&) const = default;
};

struct AfterDrainPlan {
  Replacements memory;
  std::vector<std::string> log_lines;
  std::vector<Delete> deletes;
  std::vector<Update> updates;
  std::vector<Patch> patches;
  bool pending = false;  ///< the next poll must include the pods
  bool acts() const { return !log_lines.empty() || !deletes.empty() || !updates.empty() || !patches.empty(); }
};

/// True if the node's reason may come from one of skiff's checks.
bool may_be_ours(const Node& node);

/// Decides what to do with nodes that skiff's checks have drained: it replaces their pods, within the limits of the
/// settings, and sets conditions for tools that watch Kubernetes.
///
/// The lists must be complete. `memory` is the record of past actions. `now` and the times of nodes and pods are
/// on one Timeline.
AfterDrainPlan decide_after_drain(const std::vector<Node>& nodes, const std::vector<Pod>& pods,
                                  const AfterDrain& settings, const Replacements& memory, std::int64_t now);

}  // namespace skiff::sidecar
