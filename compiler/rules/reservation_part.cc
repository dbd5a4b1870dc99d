#include "rules/reservation_part.h"

#include <algorithm>
#include <set>

#include "plan/owned.h"
#include "rules/rules.h"
#include "text/host_index.h"
#include "text/hostlist.h"
#include "text/join.h"
#include "text/quote.h"

namespace skiff {
namespace {

using Sets = std::vector<const plan::NodeSet*>;

/// The cores that jobs may use. Without sockets, each CPU is one.
std::int64_t cores_of(const plan::NodeSet& set) {
  return (set.sockets ? **set.sockets * **set.cores_per_socket : *set.cpus) - *set.core_spec;
}

/// The cores that Slurm takes for GPUs at least: one of each socket (tried with Slurm 24.11 and 26.05).
std::int64_t cores_for_gpus(const plan::NodeSet& set) {
  return set.sockets ? std::min(**set.sockets, cores_of(set)) : cores_of(set);
}

std::int64_t gpus_of(const plan::NodeSet& set) { return set.gpus ? *set.gpus->count : 0; }

bool has_features(const plan::NodeSet& set, const spec::Texts& features) {
  return std::ranges::all_of(features, [&](const spec::Text& feature) {
    return std::ranges::any_of(set.features, [&](const plan::Text& own) { return *own == *feature; });
  });
}

/// The node sets that have nodes of a host list.
Sets sets_with(const plan::Plan& plan, std::string_view nodes) {
  HostIndex index;
  for (std::size_t place = 0; place < plan.node_sets.size(); ++place)
    if (const auto hosts = parse_hostlist(*plan.node_sets[place].hostlist))
      for (const HostRun& run : *hosts) index.add(run, place);
  std::set<std::size_t> places;
  if (const auto hosts = parse_hostlist(nodes))
    for (const HostRun& run : *hosts)
      for (const auto& [known, place] : index.known(run)) places.insert(place);
  Sets sets;
  for (const std::size_t place : places) sets.push_back(&plan.node_sets[place]);
  return sets;
}

void judge_cores_for_gpus(const spec::NodePart& part, const Sets& sets, Diagnostics& found) {
  if (!part.gpus) return;
  const plan::NodeSet& most = **std::ranges::max_element(sets, {}, [](auto* set) { return cores_for_gpus(*set); });
  if (*part.cores >= cores_for_gpus(most)) return;
  refuse(found, "SKF387", part.cores,
         "must be at least " + std::to_string(cores_for_gpus(most)) +
             " together with gpus, because Slurm reserves a core of each socket of a node of the node set " +
             quote(*most.name) + (most.sockets ? "" : ": without hardware.sockets, each CPU is a socket"));
}

/// Each of these nodes must have the part.
void judge_listed(const spec::Reservation& reservation, const plan::Plan& plan, Diagnostics& found) {
  const spec::NodePart& part = *reservation.per_node;
  Sets sets;
  if (reservation.nodes) sets = sets_with(plan, *reservation.nodes);
  for (const spec::Text& name : reservation.node_sets)
    for (const plan::NodeSet& set : plan.node_sets)
      if (*set.name == *name) sets.push_back(&set);
  const auto least = [&](const auto& of) {
    return *std::ranges::min_element(sets, {}, [&](auto* set) { return of(*set); });
  };
  if (sets.empty()) return;
  if (const plan::NodeSet& set = *least(cores_of); *part.cores > cores_of(set))
    refuse(found, "SKF387", part.cores,
           "must be no more than " + std::to_string(cores_of(set)) + ", the cores for jobs on nodes of the node set " +
               quote(*set.name));
  if (const plan::NodeSet& set = *least(gpus_of); part.gpus && *part.gpus > gpus_of(set))
    return refuse(found, "SKF387", part.gpus,
                  set.gpus ? "must be no more than " + std::to_string(gpus_of(set)) + ", which nodes of the node set " +
                                 quote(*set.name) + " have"
                           : "the node set " + quote(*set.name) + " has no GPUs");
  judge_cores_for_gpus(part, sets, found);
}

/// Some of the nodes of which Slurm chooses must have the part.
void judge_chosen(const spec::Reservation& reservation, const plan::Plan& plan, Diagnostics& found) {
  const spec::NodePart& part = *reservation.per_node;
  const auto partition = std::ranges::find_if(plan.partitions, [&](const plan::Partition& one) {
    return reservation.partition ? *one.name == *reservation.partition : *one.is_default;
  });
  if (partition == plan.partitions.end()) return;
  Sets sets = sets_with(plan, *partition->nodes);
  std::erase_if(sets, [&](const plan::NodeSet* set) {
    return !has_features(*set, reservation.features) || *part.cores > cores_of(*set) ||
           (part.gpus && *part.gpus > gpus_of(*set));
  });
  // Slurm may choose nodes of each of these.
  if (!sets.empty()) return judge_cores_for_gpus(part, sets, found);
  refuse(found, "SKF387", part.cores,
         "no node of the partition " + quote(*partition->name) + " has this many cores for jobs" +
             (part.gpus ? ", and as many GPUs as perNode.gpus" : "") +
             (reservation.features.empty() ? "" : ", and the features"));
}

void judge_companions(const spec::Reservation& reservation, const plan::Plan& plan, Diagnostics& found) {
  const spec::NodePart& part = *reservation.per_node;
  const auto apart = [&](std::string_view other, std::string_view why) {
    forbid(found, "SKF387", part, "may not be specified together with " + std::string(other) + ": " + std::string(why));
  };
  for (const auto& [key, value] : plan.files.config)
    if (same_key(key, "SelectType") && *value != "select/cons_tres")
      apart("SelectType: " + *value, "only select/cons_tres can divide a node");
  for (const spec::Text& flag : reservation.flags)
    if (*flag == "REPLACE" || *flag == "REPLACE_DOWN") apart("the flag " + *flag, "Slurm replaces whole nodes only");
}

}  // namespace

void judge_reservation_part(const spec::Reservation& reservation, const plan::Plan& plan, const spec::Cluster& cluster,
                            Diagnostics& found) {
  if (!reservation.per_node) return;
  const spec::NodePart& part = *reservation.per_node;
  judge_companions(reservation, plan, found);
  if (part.gpus && !cluster.spec.accounting)
    forbid(found, "SKF387", part.gpus,
           "may only be specified together with spec.accounting: without it, slurmctld does not count GPUs");
  const bool all = reservation.nodes && *reservation.nodes == "ALL";
  if (all || (!reservation.nodes && reservation.node_sets.empty() && !reservation.node_count))
    forbid(found, "SKF387", part,
           "may only be specified together with nodeCount, nodeSets or a list of nodes: a reservation of all nodes has "
           "whole nodes");
  else if (reservation.node_count)
    judge_chosen(reservation, plan, found);
  else
    judge_listed(reservation, plan, found);
}

}  // namespace skiff
