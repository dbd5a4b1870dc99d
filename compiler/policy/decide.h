#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "policy/calls.h"
#include "policy/file.h"

namespace skiff::policy {

/// The records of the accounting database that matter for this cluster and the policy. Only accounts with an
/// association in the cluster are included. association_key() makes the keys of associations.
struct Records {
  std::map<std::string, Shown> qos, accounts, users, associations;
  /// By NAME@SERVER. Those that this cluster may use have PercentAllowed.
  std::map<std::string, Shown> resources = {};
  /// The resources that another cluster may use.
  std::set<std::string> shared_resources = {};
  /// What has used the cluster, as `USER/ACCOUNT`, or `/ACCOUNT` for an account. Absent if nobody asked: then
  /// Prune::unused removes only QOS.
  std::optional<std::set<std::string>> used = {};
};

/// The records of a kind: `qos`, `account`, `user`, `association` or `resource`.
const std::map<std::string, Shown>& rows_of(const Records& records, std::string_view kind);

/// `USER/ACCOUNT/PARTITION`, and its parts.
std::string association_key(std::string_view user, std::string_view account, std::string_view partition);
std::string association_key(const Entry& association);
struct AssociationParts {
  std::string user, account, partition;
};
AssociationParts parts_of_association(std::string_view key);
/// The options that select exactly this association of a user. Without `Partition=`, sacctmgr would also select the
/// user's associations with partitions.
std::vector<std::string> place_of(const std::string& cluster, const AssociationParts& parts);

/// The options that select exactly this resource.
std::vector<std::string> place_of_resource(std::string_view name_at_server);

/// What was applied before. The keys are `qos NAME`, `account NAME`, `user NAME`, `association KEY` and
/// `resource NAME@SERVER`.
struct Applied {
  std::string wanted;  ///< the options in the spec
  std::string shown;   ///< the record in the database afterwards
  bool made = false;   ///< skiff created the record
};
using Memory = std::map<std::string, Applied>;

struct Decision {
  std::vector<Call> calls;            ///< in this order
  std::vector<std::string> unlisted;  ///< records that are not in the spec and are left alone, such as "qos old"
  std::set<std::string> with_usage;   ///< those that would be removed if they had not been used
};

/// Decides which calls make the database match the policy. A record is skipped if neither the spec nor the record has
/// changed since it was last applied. So manual changes are undone, and nothing is set twice. Records that were never
/// in the spec are left alone.
Decision decide(const Policy& policy, const Records& records, const Memory& memory, const std::string& cluster);

/// The accounts about whose usage to ask before decide(): those of which it would remove something if nothing else had
/// been used than `records` say. Empty if the usage does not matter.
std::set<std::string> accounts_to_prune(const Policy& policy, const Records& records, const Memory& memory,
                                        const std::string& cluster);

/// The QOS of the policy that the database lacks. slurmctld does not start if the QOS of a partition is missing.
std::vector<std::string> missing_qos(const Policy& policy, const Records& records);

/// The columns to request for each kind of record, with their names in `format=`.
struct Columns {
  std::vector<std::string> qos, associations;
};
Columns columns_of(const Policy& policy, const Memory& memory);

}  // namespace skiff::policy
