#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace skiff {

/// What slurmctld says of a node (`scontrol show node`, read with TZ=UTC).
struct NodeRecord {
  std::string state;             ///< IDLE+DRAIN
  std::string reason;            ///< without who gave it and when
  std::int64_t reason_time = 0;  ///< seconds since 1970; 0: not said
  std::string comment;
  bool known() const { return !state.empty(); }
  bool drained() const { return state.find("DRAIN") != std::string::npos; }
};

NodeRecord parse_record(std::string_view text);

/// The name and the record of each node that `scontrol --oneliner show nodes` tells of; without comments. Where a comment could be taken
/// for a reason, the reason has ` Reason=` in it.
std::vector<std::pair<std::string, NodeRecord>> parse_records(std::string_view text);

/// True for a node's name that may stand in an argument of scontrol's.
bool is_node_name(const std::string& name);

}  // namespace skiff
