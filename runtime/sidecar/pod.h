#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace skiff::sidecar {

/// The types of the conditions that the program sets.
inline constexpr const char* unhealthy_type = "skiff/Unhealthy";
inline constexpr const char* in_service_type = "skiff/InService";

/// A condition of a pod or of a Kubernetes node (`status.conditions[]`).
struct Condition {
  std::string status;  ///< True or False
  std::string reason, message;
  bool operator==(const Condition&) const = default;
};

/// The facts about a worker's pod that the decisions need.
struct Pod {
  std::string name, uid, phase;
  bool leaving = false;                 ///< it has a deletionTimestamp
  bool elastic = false;                 ///< of a set that Slurm's power saving scales
  std::string trouble;                  ///< why it does not start; empty: no problem is known
  std::string machine;                  ///< the Kubernetes node that it runs on; empty: none yet
  std::int64_t created = 0;             ///< seconds since 1970
  std::optional<Condition> unhealthy;   ///< the condition skiff/Unhealthy
  std::optional<Condition> in_service;  ///< the condition skiff/InService
};

}  // namespace skiff::sidecar
