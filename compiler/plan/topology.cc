#include "plan/topology.h"

#include "text/hostlist.h"

namespace skiff::plan {

std::uint64_t node_count(const Block& block) {
  if (block.nodes.value.empty()) return 0;
  const std::optional<Hostlist> hosts = parse_hostlist(*block.nodes);
  return hosts ? host_count(*hosts) : 0;
}

}  // namespace skiff::plan
