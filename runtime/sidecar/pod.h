#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace skiff::sidecar {

/// A condition of a pod or of a machine (`status.conditions[]`).
struct Condition {
  std::string status;  ///< True or False
  std::string reason, message;
  bool operator==(const Condition&) const = default;
};

/// What is needed of a worker's pod.
struct Pod {
  std::string name, uid, phase;
  bool leaving = false;  ///< it has a time of deletion
  bool elastic = false;  ///< of a set that Slurm's power saving scales
  std::string
      trouble;  ///< why it does not start: the scheduler's or the first waiting container's word; empty: nothing
  std::string machine;                 ///< empty: on none yet
  std::int64_t created = 0;            ///< seconds since 1970
  std::optional<Condition> unhealthy;  ///< the condition skiff/Unhealthy
};

}  // namespace skiff::sidecar
