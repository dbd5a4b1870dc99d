#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace skiff::sidecar {

/// A node as slurmctld reports it.
struct Node {
  std::string name;
  std::string state;               ///< as scontrol shows it: IDLE+CLOUD+DRAIN
  std::vector<std::string> flags;  ///< the parts of the state: IDLE, CLOUD, DRAIN
  std::string reason;              ///< without the user who set it and the time
  std::string version;             ///< of its slurmd, `24.11.5`; empty before that has registered
  std::string topology;            ///< its place, such as `default:rack-a`, if it was set at run time
  std::int64_t since = 0;          ///< when the reason was set, in seconds since 1970; 0: unknown

  bool is(std::string_view flag) const;
  /// True if slurmctld has not heard from its slurmd for a while: DOWN+NOT_RESPONDING, in short forms `DOWN*`.
  bool silent() const;
  /// True if the state has no flags other than these.
  bool only(std::initializer_list<std::string_view> allowed) const;
};

/// Reads `scontrol --oneliner show nodes`, run with TZ=UTC.
std::vector<Node> parse_nodes(std::string_view text);

/// True if the reason was set because the node's pod ended: by drain.sh, or for a node that has lost its pod.
bool is_of_pods_end(std::string_view reason);

}  // namespace skiff::sidecar
