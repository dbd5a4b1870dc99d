#pragma once

#include "spec/common.h"

namespace skiff::spec {

struct Reservation : Record {
  Text name, start, duration;
  Texts users, groups, accounts, node_sets;
  Text nodes;
  Int node_count;
  Text partition;
  Texts features, licenses, flags;
  Text max_start_delay, purge_comp;
  void each(auto&& f) {
    f("name", name), f("start", start), f("duration", duration);
    f("users", users), f("groups", groups), f("accounts", accounts), f("nodeSets", node_sets), f("nodes", nodes);
    f("nodeCount", node_count), f("partition", partition), f("features", features), f("licenses", licenses);
    f("flags", flags), f("maxStartDelay", max_start_delay), f("purgeComp", purge_comp);
  }
};

}  // namespace skiff::spec
