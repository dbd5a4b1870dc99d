#include <algorithm>
#include <map>

#include "diag/suggest.h"
#include "plan/owned.h"
#include "rules/image_users.h"
#include "rules/licenses.h"
#include "rules/reservation_part.h"
#include "rules/rules.h"
#include "text/duration.h"
#include "text/host_index.h"
#include "text/hostlist.h"
#include "text/join.h"
#include "text/number.h"
#include "text/split.h"
#include "text/utc.h"

namespace skiff {
namespace {

using Names = std::vector<std::string_view>;

/// Flags that not every release knows, with the first release that does (parse_resv_flags, src/common/proc_args.c).
struct NewFlag {
  std::string_view name;
  Version since;
};
constexpr NewFlag new_flags[] = {{"USER_DELETE", {24, 5}}};
// Other options of scontrol (_parse_res_options, src/scontrol/create_res.c).
constexpr Version per_node_since = {23, 11}, qos_since = {25, 11};

/// How often a reservation recurs, in seconds. WEEKDAY and WEEKEND skip days.
struct Recurrence {
  std::string_view flag;
  std::int64_t period;
  std::string_view time;
};
constexpr Recurrence recurrences[] = {{"HOURLY", 3600, "an hour"},
                                      {"DAILY", 86400, "a day"},
                                      {"WEEKDAY", 86400, "a day"},
                                      {"WEEKEND", 86400, "a day"},
                                      {"WEEKLY", 7 * 86400, "a week"}};

const spec::Text* flag_of(const spec::Reservation& reservation, std::string_view name) {
  for (const spec::Text& flag : reservation.flags)
    if (*flag == name) return &flag;
  return nullptr;
}

void known(const spec::Text& field, const Names& names, std::string_view where, Diagnostics& found) {
  if (!field || std::ranges::find(names, spec::bare_name(field)) != names.end()) return;
  found.push_back({.rule = "SKF385",
                   .problem = Problem::not_found,
                   .span = field.span,
                   .value = printed(field),
                   .message = "not in " + std::string(where) + did_you_mean(spec::bare_name(field), names)});
}

void judge_licenses(const spec::Reservation& reservation, const plan::Plan& plan, Diagnostics& found) {
  const auto is_remote = [](const std::string_view name) { return name.find('@') != name.npos; };
  const LicenseCounts licenses = licenses_of(plan);
  // A spec that lists licenses of servers must list all of them. Otherwise they may be any that the database has.
  const bool other_servers = std::ranges::none_of(licenses, is_remote, &LicenseCounts::value_type::first);
  // Further ones may be in a file of the site.
  const bool other_file = std::ranges::any_of(plan.files.site, [](const auto& file) {
    return *file.name == "licenses.yaml" || *file.name == "resources.yaml";
  });
  Names names;
  for (const auto& license : licenses) names.push_back(license.first);
  std::map<std::string_view, const spec::Text*> used;
  for (const spec::Text& field : reservation.licenses) {
    std::string_view rest = *field;
    const std::string_view name = take_until(rest, ':');
    if (const auto [first, fresh] = used.emplace(name, &field); !fresh)
      duplicate(found, "SKF387", field, "give the number of a license once", first->second->span, "the same license");
    const auto own = std::ranges::find(licenses, name, &LicenseCounts::value_type::first);
    if (own == licenses.end()) {
      if (is_remote(name) ? other_servers : other_file) continue;
      found.push_back({.rule = "SKF385",
                       .problem = Problem::not_found,
                       .span = field.span,
                       .value = printed(field),
                       .message = "not in spec.licenses" + did_you_mean(name, names)});
    } else if (const auto count = rest.empty() ? 1 : to_number<std::int64_t>(rest).value_or(0); count > own->second) {
      refuse(found, "SKF387", field, "must be no more than " + std::to_string(own->second) + ", which the cluster has");
    }
  }
}

void judge_nodes(const spec::Reservation& reservation, const plan::Plan& plan, Diagnostics& found) {
  Names sets;
  HostIndex nodes;
  std::string all;
  for (const plan::NodeSet& set : plan.node_sets) {
    sets.push_back(*set.name);
    if (const auto hosts = parse_hostlist(*set.hostlist))
      for (const HostRun& run : *hosts) nodes.add(run);
    all += (all.empty() || set.hostlist.value.empty() ? "" : ", ") + *set.hostlist;
  }
  for (const spec::Text& name : reservation.node_sets) known(name, sets, "spec.nodeSets", found);
  if (!reservation.nodes || *reservation.nodes == "ALL") return;
  const auto hosts = parse_hostlist(*reservation.nodes);
  if (!hosts) return refuse(found, "SKF385", reservation.nodes, "must be a host list such as h100-[0-63], or ALL");
  for (const HostRun& run : *hosts) {
    const Hostlist absent = nodes.absent(run);
    if (absent.empty()) continue;
    return refuse(found, "SKF385", reservation.nodes,
                  "there is no node " + print_hostlist(absent) + "; the nodes are " + all);
  }
}

/// slurmctld needs an association of each user, and with accounts one with each of them, unless users or accounts are
/// excluded (_set_assoc_list(), src/slurmctld/reservation.c).
void judge_associations(const spec::Reservation& reservation, const spec::Accounting& accounting, Diagnostics& found) {
  const auto is = [](std::string_view name) { return [name](const auto& one) { return *one == name; }; };
  if (std::ranges::none_of(accounting.enforce, is("associations"))) return;
  const bool pairs = std::ranges::none_of(reservation.users, spec::is_excluded) &&
                     std::ranges::none_of(reservation.accounts, spec::is_excluded);
  for (const spec::Text& name : reservation.users) {
    const auto user =
        std::ranges::find_if(accounting.users, [&](const auto& one) { return *one.name == spec::bare_name(name); });
    if (user == accounting.users.end()) {
      // Other users may get their associations from sacctmgr, but nobody gives them to users of the system.
      if (!accounting.users.empty() || spec::bare_name(name) == "root" || !is_image_user(spec::bare_name(name)))
        continue;
      refuse(found, "SKF329", name,
             "must have an account in spec.accounting.users, because accounting enforces associations: otherwise "
             "slurmctld refuses the reservation");
      found.back().severity = Severity::warning;
      continue;
    }
    if (!pairs) continue;
    for (const spec::Text& account : reservation.accounts)
      if (std::ranges::none_of(user->accounts, [&](const auto& own) { return *own.name == *account; }))
        refuse(found, "SKF387", name,
               "must have the account " + quote(*account) +
                   " in spec.accounting.users: with users and accounts, each "
                   "user needs each of the accounts");
  }
}

void judge_references(const spec::Reservation& reservation, const plan::Plan& plan, const spec::ClusterSpec& spec,
                      Diagnostics& found) {
  judge_nodes(reservation, plan, found);
  Names partitions, features;
  for (const auto& partition : plan.partitions) partitions.push_back(*partition.name);
  known(reservation.partition, partitions, "spec.partitions", found);
  for (const auto& partition : reservation.allowed_partitions) known(partition, partitions, "spec.partitions", found);
  for (const auto& set : plan.node_sets)
    for (const auto& feature : set.features) features.push_back(*feature);
  for (const auto& feature : reservation.features) known(feature, features, "spec.nodeSets[].features", found);
  judge_licenses(reservation, plan, found);
  if (!spec.accounting) {
    if (!reservation.qos.empty())
      forbid(found, "SKF387", reservation.qos.front(),
             "may only be specified together with spec.accounting: QOS are in its database");
    return;
  }
  // A spec that lists accounts or users must list all of them, as for partitions (SKF397).
  Names accounts{"root"}, users{"root"};
  for (const auto& account : spec.accounting->accounts) accounts.push_back(*account.name);
  for (const auto& user : spec.accounting->users) users.push_back(*user.name);
  if (accounts.size() > 1)
    for (const auto& account : reservation.accounts) known(account, accounts, "spec.accounting.accounts", found);
  if (users.size() > 1)
    for (const auto& user : reservation.users) known(user, users, "spec.accounting.users", found);
  // slurmdbd always has the QOS normal.
  Names qos{"normal"};
  for (const auto& one : spec.accounting->qos) qos.push_back(*one.name);
  if (qos.size() > 1)
    for (const auto& one : reservation.qos) known(one, qos, "spec.accounting.qos", found);
  judge_associations(reservation, *spec.accounting, found);
}

/// slurmctld refuses a reservation for users or groups that it does not find in its own pod.
void judge_users(const spec::Reservation& reservation, const plan::Plan& plan, Diagnostics& found) {
  const auto warn = [&](const spec::Text& name, std::string_view what) {
    const std::string why =
        plan.jail ? "slurmctld does not read the users of a jail on a hostPath or nfs, so it knows no such " +
                        std::string(what) + " and refuses the reservation: put the jail on a claim, or use accounts"
                  : "slurmctld knows no such " + std::string(what) +
                        " and refuses the reservation: use accounts, or spec.images.slurmctld.repository for an image "
                        "with the users, or spec.jail";
    refuse(found, "SKF329", name, why);
    found.back().severity = Severity::warning;
  };
  for (const auto& user : reservation.users)
    if (!is_image_user(spec::bare_name(user))) warn(user, "user");
  for (const auto& group : reservation.groups)
    if (!is_image_group(*group)) warn(group, "group");
}

void judge_times(const spec::Reservation& reservation, Diagnostics& found) {
  const auto start = parse_rfc3339(*reservation.start);
  if (!start) return refuse(found, "SKF387", reservation.start, "must be a day that the month has");
  const spec::Text* first = nullptr;
  for (const auto& [flag, period, time] : recurrences) {
    const spec::Text* set = flag_of(reservation, flag);
    if (!set) continue;
    if (first) {
      forbid(found, "SKF387", *set,
             "may not be specified together with the flag " + **first +
                 ": a reservation recurs in "
                 "one way");
      continue;
    }
    first = set;
    if (seconds(*reservation.duration) > period)
      refuse(found, "SKF387", reservation.duration,
             "must be no longer than " + std::string(time) + ", because the reservation has the flag " +
                 std::string(flag));
    const unsigned day = weekday(*start);
    const bool weekend = day == 0 || day == 6;
    if ((flag == "WEEKDAY" && weekend) || (flag == "WEEKEND" && !weekend))
      refuse(found, "SKF387", reservation.start,
             std::string("must be a ") + (weekend ? "day from Monday to Friday" : "Saturday or Sunday") +
                 " in UTC, because the reservation has the flag " + std::string(flag));
  }
}

void judge_fields(const spec::Reservation& reservation, Diagnostics& found) {
  const auto apart = [&](const auto& part, std::string_view other, std::string_view why) {
    forbid(found, "SKF387", part, "may not be specified together with " + std::string(other) + ": " + std::string(why));
  };
  const bool listed = reservation.nodes || !reservation.node_sets.empty();
  // slurmctld refuses a list of both (_build_uid_list(), src/slurmctld/reservation.c).
  for (const spec::Texts* list :
       {&reservation.users, &reservation.accounts, &reservation.qos, &reservation.allowed_partitions})
    if (const auto other = std::ranges::adjacent_find(*list, std::ranges::not_equal_to(), spec::is_excluded);
        other != list->end())
      refuse(found, "SKF387", *std::ranges::next(other), "must have a - before all names of the list, or before none");
  if (!reservation.users.empty() && !reservation.groups.empty())
    apart(reservation.groups.front(), "users", "Slurm accepts one of them; accounts may be specified with either");
  if (reservation.nodes && *reservation.nodes == "ALL" && !reservation.node_sets.empty())
    apart(reservation.node_sets.front(), "nodes: ALL", "these are all nodes");
  if (reservation.node_count && listed)
    apart(reservation.node_count, reservation.nodes ? "nodes" : "nodeSets",
          "Slurm chooses the nodes of a nodeCount itself; to choose from fewer nodes, use partition or features");
  if (!reservation.features.empty() && !reservation.node_count)
    forbid(found, "SKF387", reservation.features.front(),
           "may only be specified together with nodeCount, of which Slurm chooses the nodes by their features");
  for (const std::string_view flag : {"REPLACE", "REPLACE_DOWN"}) {
    const spec::Text* replace = flag_of(reservation, flag);
    if (!replace) continue;
    if (!reservation.node_count)
      forbid(found, "SKF387", *replace,
             "may only be specified together with nodeCount: Slurm replaces nodes that it chose");
    for (const std::string_view other : {"MAINT", "STATIC_ALLOC"})
      if (flag_of(reservation, other))
        apart(*replace, "the flag " + std::string(other), "Slurm refuses to replace nodes of such a reservation");
  }
  if (const spec::Text* any = flag_of(reservation, "ANY_NODES"))
    if (listed || reservation.node_count)
      apart(*any, listed ? (reservation.nodes ? "nodes" : "nodeSets") : "nodeCount",
            "it is for reservations of licenses without nodes");
}

/// Whether the reservation reserves something, and for somebody.
void judge_content(const spec::Reservation& reservation, const plan::Plan& plan, Diagnostics& found) {
  if (reservation.users.empty() && reservation.groups.empty() && reservation.accounts.empty() &&
      reservation.qos.empty() && reservation.allowed_partitions.empty())
    require(found, "SKF388", reservation, "users",
            std::string("one of users, groups") +
                (*plan.target.slurm < qos_since ? " and accounts" : ", accounts, qos and allowedPartitions") +
                " must be given");
  const bool any = flag_of(reservation, "ANY_NODES");
  const bool nodes =
      reservation.nodes || !reservation.node_sets.empty() || reservation.node_count || (reservation.partition && !any);
  if (any && reservation.licenses.empty())
    require(found, "SKF388", reservation, "licenses", "with the flag ANY_NODES, only licenses are reserved");
  else if (!any && !nodes && !reservation.licenses.empty())
    require(found, "SKF388", reservation, "flags", "a reservation of licenses without nodes needs the flag ANY_NODES");
  else if (!any && !nodes)
    require(found, "SKF388", reservation, "nodes",
            "one of nodeSets, nodes, nodeCount, partition and licenses must be given");
  if (reservation.node_sets.empty() || reservation.nodes) return;
  // Sets that do not exist have their own message.
  bool empty = true;
  for (const spec::Text& name : reservation.node_sets) {
    const auto set = std::ranges::find_if(plan.node_sets, [&](const auto& one) { return *one.name == *name; });
    empty = empty && set != plan.node_sets.end() && set->hostlist.value.empty();
  }
  if (empty) refuse(found, "SKF388", reservation.node_sets.front(), "the node set has no nodes");
}

/// Whether scontrol of the release knows all options and flags.
void judge_release(const spec::Reservation& reservation, const Version& slurm, Diagnostics& found) {
  for (const auto& [name, since] : new_flags)
    if (const spec::Text* flag = flag_of(reservation, name); flag && slurm < since)
      refuse(found, "SKF386", *flag,
             "Slurm " + to_string(slurm) + " does not know this flag; it exists from " + to_string(since) + " on");
  const auto needs = [&](const auto& part, const Version& since) {
    if (slurm < since)
      forbid(found, "SKF386", part, "needs Slurm " + to_string(since) + " or newer; the target is " + to_string(slurm));
  };
  if (reservation.per_node) needs(*reservation.per_node, per_node_since);
  for (const spec::Texts* list : {&reservation.qos, &reservation.allowed_partitions})
    if (!list->empty()) needs(list->front(), qos_since);
}

}  // namespace

void rule_reservations(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  for (const spec::Reservation& reservation : cluster.spec.reservations) {
    judge_references(reservation, plan, cluster.spec, found);
    judge_release(reservation, *plan.target.slurm, found);
    if (has_only_image_users(plan, cluster)) judge_users(reservation, plan, found);
    judge_times(reservation, found);
    judge_fields(reservation, found);
    judge_content(reservation, plan, found);
    judge_reservation_part(reservation, plan, cluster, found);
    for (const spec::Reservation& other : cluster.spec.reservations) {
      if (&other == &reservation) break;
      if (*other.name != *reservation.name) continue;
      duplicate(found, "SKF301", reservation.name, "", other.name.span, "the first reservation with this name");
      break;
    }
  }
}

}  // namespace skiff
