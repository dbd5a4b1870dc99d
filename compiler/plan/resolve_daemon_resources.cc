#include <cstdint>
#include <string>

#include "plan/resolve_parts.h"
#include "plan/units.h"

namespace skiff {
namespace {

/// 1 for up to `nodes` nodes, and then twice as much for each doubling, so that few changes of a set replace the pods.
plan::Int growth(const plan::Int& total, std::int64_t nodes) {
  constexpr std::int64_t most = 16;
  std::int64_t factor = 1;
  while (factor < most && factor * nodes < *total) factor *= 2;
  return {factor, total.origin};
}

/// Multiplies the values that the spec does not give.
void grow(const spec::Resources& own, const plan::Int& factor, plan::Resources& resources) {
  if (!own.cpu.given)
    resources.cpu_request = {std::to_string(millicpus(*own.cpu) * *factor) + "m", own.cpu.origin | factor.origin};
  if (!own.memory.given)
    resources.memory = {size_text(mebibytes(*own.memory) * *factor), own.memory.origin | factor.origin};
}

}  // namespace

void resolve_daemon_resources(const spec::ClusterSpec& spec, plan::Plan& plan) {
  const plan::Int nodes = plan::node_count(plan.node_sets);
  // slurmctld holds a record of each node, and sends all of them to each sinfo, up to 256 at a time. Measured with 24.11:
  // 2 MiB for each sinfo of 4096 nodes, 6 MiB for one of 10,000, and 35 KiB for each job, of which there may be 10,000.
  grow(spec.controller.resources, growth(nodes, 512), plan.controller.resources);
  // A larger cluster has more users, who log in at the same time.
  const plan::Int users = growth(nodes, 32);
  for (std::size_t i = 0; i < plan.login.size(); ++i) grow(spec.login[i].resources, users, plan.login[i].resources);
}

}  // namespace skiff
