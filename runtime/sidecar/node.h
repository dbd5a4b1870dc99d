#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace skiff::sidecar {

/// What slurmctld says of a node.
struct Node {
  std::string name;
  std::string state;               ///< as it is shown: IDLE+CLOUD+DRAIN
  std::vector<std::string> flags;  ///< its words: IDLE, CLOUD, DRAIN
  std::string reason;              ///< without who gave it and when
  std::int64_t since = 0;          ///< when the reason was given, seconds since 1970; 0: not said

  bool is(std::string_view flag) const;
  /// True when the state has no other words than these.
  bool only(std::initializer_list<std::string_view> allowed) const;
};

/// Reads `scontrol --oneliner show nodes`, run with TZ=UTC.
std::vector<Node> parse_nodes(std::string_view text);

/// `a` and `7` of `a-7`, or two empty texts: a pod's name, which is that of its node, has its set's name and its number.
struct NameParts {
  std::string_view set, number;
};
NameParts parts_of(std::string_view name);

/// True for the reason of a drain of drain.sh, for the end of the node's pod.
bool is_of_pods_end(std::string_view reason);

/// Fit for a line of the log and for an argument of scontrol's: no control characters and quotes, 200 bytes at most.
std::string one_line(std::string_view text);

}  // namespace skiff::sidecar
