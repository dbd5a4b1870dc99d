#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace skiff {

/// What slurmctld reports about a node (`scontrol show node`, run with TZ=UTC).
struct NodeRecord {
  std::string state;             ///< IDLE+DRAIN
  std::string reason;            ///< without the user and the time that Slurm appends
  std::int64_t reason_time = 0;  ///< seconds since 1970; 0 if not reported
  std::string comment;
  std::string version;   ///< of slurmd, `24.11.5`; empty before it has registered; only of parse_records()
  std::string topology;  ///< the place that replaces the one of the topology's file; only of parse_records()
  bool known() const { return !state.empty(); }
  bool drained() const { return state.find("DRAIN") != std::string::npos; }
};

/// Parses the output of `scontrol show node` for one node. `known()` is false if it has no state.
NodeRecord parse_record(std::string_view text);

/// Parses the output of `scontrol --oneliner show nodes` into the name and the record of each node, without comments.
/// If a comment contains ` Reason=`, the reason starts inside that comment and thus contains ` Reason=` itself.
std::vector<std::pair<std::string, NodeRecord>> parse_records(std::string_view text);

/// True if `name` is safe as a node name in an argument of scontrol: 1 to 253 letters, digits, `-`, `_` and `.`, and no
/// `-` at the start.
bool is_node_name(const std::string& name);

/// `a` and `7` of `a-7`; two empty texts for other names. A pod and its node have the same name, which consists of the
/// set's name and a number.
struct NameParts {
  std::string_view set, number;
};
NameParts parts_of(std::string_view name);

}  // namespace skiff
