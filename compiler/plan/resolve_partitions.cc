#include <unordered_map>

#include "plan/resolve_parts.h"

namespace skiff {
namespace {

using NodeSets = std::unordered_map<std::string_view, const plan::NodeSet*>;

/// The hostlists of the sets, in their order; a set without nodes adds nothing.
plan::Text nodes_of(const std::vector<const plan::NodeSet*>& sets) {
  plan::Texts hostlists;
  for (const plan::NodeSet* set : sets) hostlists.push_back(set->hostlist);
  return plan::joined(hostlists);
}

/// The parameters that are copied from the spec's field to Slurm's name (slurm.conf(5), "PARTITION CONFIGURATION").
plan::Pairs plain_parameters(const spec::Partition& partition) {
  plan::Pairs pairs;
  const auto text = [&](const char* key, const spec::Text& field) {
    if (field) pairs.emplace_back(key, field.tracked());
  };
  const auto number = [&](const char* key, const spec::Int& field) {
    if (field) pairs.emplace_back(key, plan::Text{std::to_string(*field), field.origin});
  };
  const auto flag = [&](const char* key, const spec::Bool& field) {
    if (field) pairs.emplace_back(key, plan::Text{*field ? "YES" : "NO", field.origin});
  };
  const auto list = [&](const char* key, const spec::Texts& fields) {
    if (!fields.empty()) pairs.emplace_back(key, plan::joined(resolve_texts(fields)));
  };
  number("MinNodes", partition.min_nodes);
  number("MaxNodes", partition.max_nodes);
  number("PriorityTier", partition.priority_tier);
  number("PriorityJobFactor", partition.priority_job_factor);
  text("OverSubscribe", partition.over_subscribe);
  text("PreemptMode", partition.preempt_mode);
  number("GraceTime", partition.grace_time);
  text("QOS", partition.qos);
  list("AllowAccounts", partition.allow_accounts);
  list("DenyAccounts", partition.deny_accounts);
  list("AllowGroups", partition.allow_groups);
  list("AllowQos", partition.allow_qos);
  list("DenyQos", partition.deny_qos);
  number("DefMemPerCPU", partition.def_mem_per_cpu);
  number("MaxMemPerCPU", partition.max_mem_per_cpu);
  number("DefMemPerNode", partition.def_mem_per_node);
  flag("ExclusiveUser", partition.exclusive_user);
  flag("Hidden", partition.hidden);
  flag("RootOnly", partition.root_only);
  number("DefCpuPerGPU", partition.def_cpu_per_gpu);
  number("DefMemPerGPU", partition.def_mem_per_gpu);
  // A topology of a partition has the partition's name.
  if (partition.topology)
    pairs.emplace_back("Topology",
                       plan::Text{*partition.name, partition.name.origin | partition.topology->type.origin});
  for (auto& pair : resolve_settings(partition.config)) pairs.push_back(std::move(pair));
  return pairs;
}

/// Adds SuspendTime and ResumeTimeout of the partition's elastic nodes if the cluster's times are longer
/// (slurm.conf(5), PARTITION CONFIGURATION). Rule SKF352 ensures that elastic sets of one partition have equal times.
void add_power_times(const std::vector<const plan::NodeSet*>& sets, const plan::Plan& plan,
                     plan::Partition& partition) {
  const plan::PowerTimes cluster = plan::power_times(plan);
  for (const plan::NodeSet* set : sets) {
    if (!set->scaling) continue;
    const auto add = [&](const char* key, const plan::Int& own, const plan::Int& common) {
      const Origin why = own.origin | common.origin | partition.nodes.origin;
      if (*own != *common)
        partition.config.emplace_back(key, plan::Text{std::to_string(*own), why});
      else
        partition.nodes.origin |= why;
    };
    add("SuspendTime", set->scaling->idle, cluster.idle);
    add("ResumeTimeout", set->scaling->resume, cluster.resume);
    return;
  }
}

std::vector<std::string_view> names_of(const std::vector<plan::NodeSet>& sets) {
  std::vector<std::string_view> names;
  for (const auto& set : sets) names.push_back(*set.name);
  return names;
}

plan::Partition resolve_partition(const spec::Partition& partition, bool only, const NodeSets& known,
                                  const plan::Plan& plan, Diagnostics& diagnostics) {
  plan::Partition resolved;
  resolved.name = partition.name.tracked();
  std::vector<const plan::NodeSet*> sets;
  for (const auto& name : partition.node_sets) {
    if (const auto set = known.find(*name); set != known.end())
      sets.push_back(set->second);
    else
      check_known("SKF204", name, names_of(plan.node_sets), "spec.nodeSets", diagnostics);
  }
  resolved.nodes = nodes_of(sets);
  for (const auto& name : partition.node_sets) resolved.nodes.origin |= name.origin;
  // A single partition is the default unless the spec says otherwise.
  resolved.is_default = partition.is_default ? partition.is_default.tracked() : plan::Bool{only, partition.name.origin};
  resolved.state = partition.state.tracked();
  resolved.max_time = partition.max_time.tracked();
  resolved.default_time = partition.default_time ? partition.default_time.tracked() : resolved.max_time;
  resolved.config = plain_parameters(partition);
  add_power_times(sets, plan, resolved);
  return resolved;
}

/// The partition of a spec without `partitions`. It contains all node sets.
plan::Partition the_only_partition(const plan::Plan& plan) {
  plan::Partition partition;
  std::vector<const plan::NodeSet*> sets;
  for (const auto& set : plan.node_sets) sets.push_back(&set);
  partition.name = constant(plan::implicit_partition);
  partition.nodes = nodes_of(sets);
  partition.is_default = constant(true);
  partition.state = constant("UP");
  partition.max_time = constant("UNLIMITED");
  partition.default_time = partition.max_time;
  return partition;
}

}  // namespace

std::vector<plan::Partition> resolve_partitions(const spec::ClusterSpec& spec, const plan::Plan& plan,
                                                Diagnostics& diagnostics) {
  if (spec.partitions.empty()) return {the_only_partition(plan)};
  NodeSets known;
  for (const auto& set : plan.node_sets) known.emplace(*set.name, &set);
  std::vector<plan::Partition> partitions;
  for (const auto& partition : spec.partitions)
    partitions.push_back(resolve_partition(partition, spec.partitions.size() == 1, known, plan, diagnostics));
  return partitions;
}

}  // namespace skiff
