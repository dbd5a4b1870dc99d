#include <algorithm>

#include "plan/resolve_parts.h"
#include "text/duration.h"
#include "text/utc.h"

namespace skiff {
namespace {

void add_list(plan::Pairs& options, const char* key, const spec::Texts& fields) {
  if (!fields.empty()) options.emplace_back(key, plan::joined(resolve_texts(fields)));
}

void add_time(plan::Pairs& options, const char* key, const spec::Text& duration) {
  if (duration) options.emplace_back(key, plan::Text{print_slurm_time(seconds(*duration)), duration.origin});
}

/// The nodes of the sets and the single nodes, as one host list.
plan::Text nodes_of(const spec::Reservation& reservation, const plan::Plan& plan) {
  plan::Texts lists;
  for (const spec::Text& name : reservation.node_sets)
    for (const plan::NodeSet& set : plan.node_sets)
      if (*set.name == *name) lists.push_back({*set.hostlist, name.origin | set.hostlist.origin});
  if (reservation.nodes) lists.push_back(reservation.nodes.tracked());
  return plan::joined(lists);
}

bool has_flag(const spec::Reservation& reservation, std::string_view flag) {
  return std::ranges::any_of(reservation.flags, [&](const spec::Text& one) { return *one == flag; });
}

/// TRESPerNode: `gres/gpu=2,cpu=4`. slurmctld means cores by cpu here (_parse_tres_str(), src/slurmctld/reservation.c).
plan::Text part_of(const spec::NodePart& part) {
  plan::Text text{"cpu=" + std::to_string(*part.cores), part.cores.origin};
  if (part.gpus) text = {"gres/gpu=" + std::to_string(*part.gpus) + ',' + *text, text.origin | part.gpus.origin};
  return text;
}

plan::Reservation resolve_reservation(const spec::Reservation& reservation, const plan::Plan& plan) {
  plan::Reservation resolved{reservation.name.tracked(), {}};
  plan::Pairs& options = resolved.options;
  // A date that does not exist stays as it is; a rule reports it.
  const auto start = parse_rfc3339(*reservation.start);
  options.emplace_back("StartTime",
                       plan::Text{start ? print_utc(*start) : *reservation.start, reservation.start.origin});
  add_time(options, "Duration", reservation.duration);
  add_list(options, "Users", reservation.users);
  add_list(options, "Groups", reservation.groups);
  add_list(options, "Accounts", reservation.accounts);
  add_list(options, "QOS", reservation.qos);
  add_list(options, "AllowedPartitions", reservation.allowed_partitions);
  plan::Text nodes = nodes_of(reservation, plan);
  if (!nodes.value.empty())
    options.emplace_back("Nodes", std::move(nodes));
  else if (reservation.partition && !reservation.node_count && !has_flag(reservation, "ANY_NODES"))
    options.emplace_back("Nodes", plan::Text{"ALL", reservation.partition.origin});
  if (reservation.node_count)
    options.emplace_back("NodeCnt", plan::Text{std::to_string(*reservation.node_count), reservation.node_count.origin});
  if (reservation.per_node) options.emplace_back("TRESPerNode", part_of(*reservation.per_node));
  if (reservation.partition) options.emplace_back("PartitionName", reservation.partition.tracked());
  if (!reservation.features.empty()) {
    plan::Text features = plan::joined(resolve_texts(reservation.features));
    std::ranges::replace(features.value, ',', '&');
    options.emplace_back("Features", std::move(features));
  }
  add_list(options, "Licenses", reservation.licenses);
  add_list(options, "Flags", reservation.flags);
  add_time(options, "MaxStartDelay", reservation.max_start_delay);
  add_time(options, "PurgeComp", reservation.purge_comp);
  return resolved;
}

}  // namespace

std::vector<plan::Reservation> resolve_reservations(const spec::ClusterSpec& spec, const plan::Plan& plan) {
  std::vector<plan::Reservation> reservations;
  for (const spec::Reservation& one : spec.reservations) reservations.push_back(resolve_reservation(one, plan));
  return reservations;
}

}  // namespace skiff
