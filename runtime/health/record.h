#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace skiff::health {

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

}  // namespace skiff::health
