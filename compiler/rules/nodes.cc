#include <algorithm>
#include <numeric>

#include "plan/catalogue.h"
#include "plan/units.h"
#include "rules/rules.h"

namespace skiff {

// Without a node, slurmctld does not start ("no nodes configured").
void rule_some_nodes(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  const std::int64_t nodes = std::accumulate(plan.node_sets.begin(), plan.node_sets.end(), std::int64_t{0},
                                             [](std::int64_t sum, const auto& set) { return sum + *set.replicas; });
  const auto& first = cluster.spec.node_sets.front();
  if (nodes == 0)
    found.push_back({.rule = "SKF304",
                     .problem = Problem::invalid,
                     .span = first.replicas.span,
                     .value = "0",
                     .message = "slurmctld needs at least one node in the cluster"});
  // slurmctld rejects a larger range: "Too many hosts in range".
  for (const auto& set : cluster.spec.node_sets)
    if (*set.replicas > 65536)
      refuse(found, "SKF305", set.replicas, "Slurm accepts at most 65536 nodes in one range: use several sets");
}

void rule_memory(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  for (std::size_t i = 0; i < plan.node_sets.size(); ++i) {
    const auto& set = plan.node_sets[i];
    const auto& spec = cluster.spec.node_sets[i];
    if (*set.real_memory < 1)
      refuse(found, "SKF306", spec.reserve.memory, "leaves none of the node's memory, " + *set.memory + ", to jobs");
    if (mebibytes(*set.shared_memory) > mebibytes(*set.memory))
      refuse(found, "SKF306", spec.shared_memory,
             "must be no more than the node's memory, " + *set.memory + ", of which it is a part");
  }
}

void rule_cores(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  for (std::size_t i = 0; i < plan.node_sets.size(); ++i) {
    const auto& set = plan.node_sets[i];
    const auto& reserve = cluster.spec.node_sets[i].reserve;
    // Slurm counts a node's CPUs in 16 bits.
    if (*set.cpus > 65535)
      found.push_back({.rule = "SKF307",
                       .problem = Problem::invalid,
                       .span = cluster.spec.node_sets[i].hardware.span,
                       .message = "sockets x cores x threads are " + std::to_string(*set.cpus) +
                                  " CPUs, but Slurm counts at most 65535"});
    const std::int64_t cores = set.sockets ? **set.sockets * **set.cores_per_socket : *set.cpus;
    if (*set.core_spec < cores) continue;
    refuse(found, "SKF307", reserve.cores, "leaves none of the node's " + std::to_string(cores) + " cores to jobs");
  }
}

// If a request is above the limit, the API server refuses the pod and not the StatefulSet, so nothing would start.
void rule_requests(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  for (std::size_t i = 0; i < plan.node_sets.size(); ++i) {
    const auto& set = plan.node_sets[i];
    const auto& requests = cluster.spec.node_sets[i].requests;
    if (requests.cpu && millicpus(*requests.cpu) > *set.cpus * 1000)
      refuse(found, "SKF308", requests.cpu, "must be no more than the node's " + std::to_string(*set.cpus) + " CPUs");
    if (requests.memory && mebibytes(*requests.memory) > mebibytes(*set.memory))
      refuse(found, "SKF308", requests.memory, "must be no more than the node's memory, " + *set.memory);
  }
}

// These fields would be ignored. Without an error, the user would not learn that the ports are not checked.
void rule_rdma_ports(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  for (std::size_t i = 0; i < plan.node_sets.size(); ++i) {
    if (!cluster.spec.node_sets[i].rdma) continue;
    const spec::Rdma& rdma = *cluster.spec.node_sets[i].rdma;
    const auto& resolved = *plan.node_sets[i].rdma;
    const auto ignored = [&](bool given, const Span& span, const char* message) {
      if (given) found.push_back({.rule = "SKF309", .problem = Problem::forbidden, .span = span, .message = message});
    };
    if (resource_kind(*resolved.resource) == catalogue::Resource::Kind::efa)
      ignored(rdma.ports.given, rdma.ports.span, "EFA devices have no ports to check: skiff-health counts the devices");
    if (resolved.ports) continue;
    constexpr const char* needs_ports = "has no effect unless ports is set";
    ignored(rdma.rate.given, rdma.rate.span, needs_ports);
    ignored(rdma.link_layer.given, rdma.link_layer.span, needs_ports);
    ignored(!rdma.ignore.empty(), rdma.ignore.empty() ? rdma.span : rdma.ignore.front().span, needs_ports);
    ignored(rdma.gpu_direct.given, rdma.gpu_direct.span, needs_ports);
  }
}

// With less memory, the reserve is half of it (resolve_memory), and so less than slurmd needs.
void rule_little_memory(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  constexpr std::int64_t least = 2 * plan::least_reserve;
  for (std::size_t i = 0; i < plan.node_sets.size(); ++i) {
    const std::string& memory = *plan.node_sets[i].memory;
    if (mebibytes(memory) >= least) continue;
    const std::string number = memory.substr(0, memory.find("Mi"));
    found.push_back({.rule = "SKF381",
                     .severity = Severity::warning,
                     .problem = Problem::invalid,
                     .span = cluster.spec.node_sets[i].hardware.memory.span,
                     .value = quote(memory),
                     .message = "slurmd and the jobs share this memory, and slurmd may need " +
                                size_text(plan::least_reserve) + ": give at least " + size_text(least) +
                                "; did you mean \"" + number + "Gi\"?"});
  }
}

}  // namespace skiff
