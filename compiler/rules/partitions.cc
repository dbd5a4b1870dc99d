#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "plan/units.h"
#include "rules/image_users.h"
#include "rules/rules.h"
#include "text/ascii.h"
#include "text/join.h"

namespace skiff {
namespace {

// A user who adds the first partition often does not know that it replaces the implicit one.
std::string implicit_partition_hint(const spec::Cluster& cluster, const std::vector<std::string_view>& unused) {
  const bool taken = std::ranges::any_of(cluster.spec.partitions,
                                         [](const auto& own) { return *own.name == plan::implicit_partition; });
  if (taken) return {};
  const std::string name(plan::implicit_partition);
  return "; the implicit partition \"" + name + "\" exists only without spec.partitions: add {name: " + name +
         ", nodeSets: [" + joined(unused, ", ") + "]} to keep it";
}

}  // namespace

// slurmctld silently uses the last of several defaults.
void rule_one_default_partition(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  const spec::Partition* first = nullptr;
  for (const auto& partition : cluster.spec.partitions) {
    if (!partition.is_default || !*partition.is_default) continue;
    if (first)
      duplicate(found, "SKF310", partition.is_default, "only one partition can be the default", first->is_default.span,
                quote(*first->name) + " is already the default");
    else
      first = &partition;
  }
  if (first || cluster.spec.partitions.size() < 2) return;
  found.push_back({.rule = "SKF311",
                   .severity = Severity::warning,
                   .problem = Problem::required,
                   .span = cluster.spec.partitions.front().span,
                   .child = "default",
                   .message = "no partition is the default, so a job that names none is refused"});
}

// Slurm accepts a default above the limit and then refuses every job that relies on it.
void rule_partition_times(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  for (const auto& partition : cluster.spec.partitions) {
    for (const auto* time : {&partition.max_time, &partition.default_time})
      if (*time && slurm_seconds(**time) == 0)
        refuse(found, "SKF312", *time, "must be more than zero: otherwise no job could run");
    if (!partition.default_time) continue;
    const std::int64_t limit = slurm_seconds(*partition.max_time), preset = slurm_seconds(*partition.default_time);
    if (limit < 0 || (preset >= 0 && preset <= limit)) continue;
    refuse(found, "SKF312", partition.default_time, "must be no longer than maxTime, " + *partition.max_time);
  }
}

// Slurm reads two numbers as minutes and seconds, but most users mean hours and minutes.
void rule_partition_minutes(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  for (const auto& partition : cluster.spec.partitions)
    for (const auto* time : {&partition.max_time, &partition.default_time}) {
      if (!*time || std::count((*time)->begin(), (*time)->end(), ':') != 1 || (*time)->find('-') != std::string::npos)
        continue;
      const std::int64_t seconds = slurm_seconds(**time);
      if (seconds >= 24 * 60) continue;
      const std::string minutes = (*time)->substr(0, (*time)->find(':'));
      found.push_back({.rule = "SKF380",
                       .severity = Severity::warning,
                       .problem = Problem::invalid,
                       .span = time->span,
                       .value = quote(**time),
                       .message = "Slurm reads this as minutes and seconds: write " + **time +
                                  ":00 for hours and minutes, or " + (seconds % 60 == 0 ? minutes : "0:" + **time) +
                                  " for minutes"});
    }
}

void rule_partition_sizes(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  std::unordered_map<std::string_view, std::int64_t> replicas;
  for (const auto& set : plan.node_sets) replicas[*set.name] += *set.replicas;
  for (const auto& partition : cluster.spec.partitions) {
    std::int64_t nodes = 0;
    for (const auto& name : partition.node_sets) nodes += replicas[*name];
    if (partition.min_nodes && partition.max_nodes && *partition.min_nodes > *partition.max_nodes)
      refuse(found, "SKF313", partition.min_nodes,
             "must be no more than maxNodes, " + std::to_string(*partition.max_nodes));
    else if (partition.min_nodes && *partition.min_nodes > nodes)
      refuse(found, "SKF313", partition.min_nodes,
             "the partition has " + std::to_string(nodes) + " nodes, so no job could run");
  }
}

void rule_partition_nodes(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  std::unordered_set<std::string_view> with_gpus;
  for (const auto& set : plan.node_sets)
    if (set.gpus) with_gpus.insert(*set.name);
  const auto gpus_in = [&](const spec::Partition& partition) {
    return std::any_of(partition.node_sets.begin(), partition.node_sets.end(),
                       [&](const auto& name) { return with_gpus.contains(*name); });
  };
  for (const auto& partition : cluster.spec.partitions) {
    for (const auto* field : {&partition.def_cpu_per_gpu, &partition.def_mem_per_gpu})
      if (*field && !gpus_in(partition)) forbid(found, "SKF314", *field, "no node set of the partition has GPUs");
  }
  if (cluster.spec.partitions.empty()) return;
  std::unordered_set<std::string_view> used;
  for (const auto& partition : cluster.spec.partitions)
    for (const auto& name : partition.node_sets) used.insert(*name);
  std::vector<std::string_view> unused;
  for (const auto& set : cluster.spec.node_sets)
    if (!used.contains(*set.name)) unused.push_back(*set.name);
  std::string hint = implicit_partition_hint(cluster, unused);
  for (const auto& set : cluster.spec.node_sets) {
    if (used.contains(*set.name)) continue;
    found.push_back({.rule = "SKF315",
                     .severity = Severity::warning,
                     .problem = Problem::invalid,
                     .span = set.name.span,
                     .value = quote(*set.name),
                     .message = "no partition contains this node set, so no job can run there" + hint});
    hint.clear();  // once is enough
  }
}

// slurm.conf(5): a partition that names both an allow and a deny list uses the first and ignores the second.
void rule_exclusive_lists(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  for (const auto& partition : cluster.spec.partitions) {
    if (!partition.allow_accounts.empty() && !partition.deny_accounts.empty())
      forbid(found, "SKF316", partition.deny_accounts.front(),
             "may not be specified together with allowAccounts: Slurm would ignore it");
    if (!partition.allow_qos.empty() && !partition.deny_qos.empty())
      forbid(found, "SKF316", partition.deny_qos.front(),
             "may not be specified together with allowQos: Slurm would ignore it");
    if (partition.def_mem_per_cpu && partition.def_mem_per_node)
      forbid(found, "SKF316", partition.def_mem_per_node,
             "may not be specified together with defMemPerCpu: Slurm would ignore one of them");
  }
}

// slurmctld looks up a group and its users in its own pod, with getgrnam_r() and getpwent_r() (src/slurmctld/groups.c).
// If it finds no user, it refuses everybody but root and SlurmUser. Only its log tells why.
void rule_partition_groups(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  if (!has_only_image_users(plan, cluster)) return;
  const std::string why =
      plan.jail ? "slurmctld does not read the users of a jail on a hostPath or nfs, so it knows no user of this "
                  "group, and nobody gets access through it: put the jail on a claim, or use allowAccounts"
                : "slurmctld knows no user of this group, and nobody gets access through it: use allowAccounts, or "
                  "spec.images.slurmctld.repository for an image with the group and its users, or spec.jail";
  for (const auto& partition : cluster.spec.partitions) {
    const auto& groups = partition.allow_groups;
    // To Slurm, this is no group.
    if (groups.size() == 1 && same_but_case(*groups.front(), "ALL")) continue;
    for (const auto& group : groups) {
      if (is_image_group(*group)) continue;
      refuse(found, "SKF329", group, why);
      found.back().severity = Severity::warning;
    }
  }
}

}  // namespace skiff
