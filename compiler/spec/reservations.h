#pragma once

#include <optional>
#include <string_view>

#include "spec/common.h"

namespace skiff::spec {

/// Lists of those who may use a reservation: `-alice` excludes alice. bare_name() is the name without the `-`.
inline bool is_excluded(const Text& name) { return name->starts_with('-'); }
inline std::string_view bare_name(const Text& name) {
  return std::string_view(*name).substr(is_excluded(name) ? 1 : 0);
}

/// A part of each node of a reservation.
struct NodePart : Record {
  Int cores, gpus;
  void each(auto&& f) { f("cores", cores), f("gpus", gpus); }
};

struct Reservation : Record {
  Text name, start, duration;
  Texts users, groups, accounts, qos, allowed_partitions, node_sets;
  Text nodes;
  Int node_count;
  std::optional<NodePart> per_node;
  Text partition;
  Texts features, licenses, flags;
  Text max_start_delay, purge_comp;
  void each(auto&& f) {
    f("name", name), f("start", start), f("duration", duration);
    f("users", users), f("groups", groups), f("accounts", accounts), f("qos", qos);
    f("allowedPartitions", allowed_partitions), f("nodeSets", node_sets), f("nodes", nodes);
    f("nodeCount", node_count), f("perNode", per_node), f("partition", partition), f("features", features);
    f("licenses", licenses);
    f("flags", flags), f("maxStartDelay", max_start_delay), f("purgeComp", purge_comp);
  }
};

}  // namespace skiff::spec
