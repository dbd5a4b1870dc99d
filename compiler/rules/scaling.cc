#include <string_view>
#include <unordered_map>

#include "plan/owned.h"
#include "rules/rules.h"

namespace skiff {

void rule_scaling_numbers(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  for (std::size_t i = 0; i < plan.node_sets.size(); ++i) {
    const auto& set = plan.node_sets[i];
    const auto& spec = cluster.spec.node_sets[i];
    if (!set.scaling) continue;
    if (*set.scaling->min > *set.replicas)
      refuse(found, "SKF351", spec.scaling->min, "must be no more than max, " + std::to_string(*set.replicas));
    // Slurm reads ResumeTimeout into 16 bits.
    if (*set.scaling->resume > 65535)
      refuse(found, "SKF351", spec.scaling->resume_timeout, "must be no more than 65535 seconds, the limit of Slurm");
    if (spec.updates.strategy.given)
      forbid(found, "SKF351", spec.updates.strategy,
             "elastic sets have no update strategy: a node gets the new template when it is next powered up");
  }
}

// A node has the longest time of its partitions, so sets of one partition cannot have different times.
void rule_scaling_times(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  std::unordered_map<std::string_view, const spec::NodeSet*> elastic;
  for (const auto& set : cluster.spec.node_sets)
    if (set.scaling) elastic.emplace(*set.name, &set);
  const auto compare = [&](const spec::NodeSet& first, const spec::NodeSet& set, const std::string& partition) {
    for (const auto field : {&spec::Scaling::idle_after, &spec::Scaling::resume_timeout}) {
      const spec::Text &a = *first.scaling.*field, &b = *set.scaling.*field;
      if (*a == *b) continue;
      found.push_back({.rule = "SKF352",
                       .problem = Problem::invalid,
                       .span = b.span,
                       .value = quote(*b),
                       .message = "partition " + partition + " also has node set " + *first.name + " with " + *a +
                                  ": Slurm allows one value per partition",
                       .notes = {{a.span, "the value of node set " + *first.name}}});
    }
  };
  if (cluster.spec.partitions.empty()) {
    const spec::NodeSet* first = nullptr;
    for (const auto& set : cluster.spec.node_sets) {
      if (!set.scaling) continue;
      if (first)
        compare(*first, set, *plan.partitions.front().name);
      else
        first = &set;
    }
  }
  for (const auto& partition : cluster.spec.partitions) {
    const spec::NodeSet* first = nullptr;
    for (const auto& name : partition.node_sets) {
      const auto set = elastic.find(*name);
      if (set == elastic.end()) continue;
      if (first)
        compare(*first, *set->second, *partition.name);
      else
        first = set->second;
    }
  }
}

void rule_scaling_parameters(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  bool elastic = false;
  for (const auto& set : plan.node_sets) elastic = elastic || plan::elastic(set);
  if (!elastic) return;
  const auto decided = [&](std::string_view key, const char* instead) {
    for (const auto& [name, setting] : cluster.spec.slurm.config)
      if (same_key(*name, key))
        forbid(found, "SKF353", name, std::string("the elastic node sets decide this parameter: ") + instead);
  };
  decided("SuspendTime", "set scaling.idleAfter");
  decided("ResumeTimeout", "set scaling.resumeTimeout");
  decided("ResumeFailProgram", "the container sidecar of slurmctld's pod handles nodes that do not start");
}

}  // namespace skiff
