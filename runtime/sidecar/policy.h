#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sidecar/policy_calls.h"
#include "sidecar/policy_file.h"

namespace skiff::sidecar {

/// The accounting database, as far as this cluster and the policy go. Accounts are those with an association in the cluster, and the keys of
/// associations are association_key's.
struct Records {
  std::map<std::string, Shown> qos, accounts, users, associations;
};

/// `USER/ACCOUNT/PARTITION`, and its parts.
std::string association_key(std::string_view user, std::string_view account, std::string_view partition);
std::string association_key(const PolicyEntry& association);
struct AssociationParts {
  std::string user, account, partition;
};
AssociationParts parts_of_association(std::string_view key);
/// The words that name that one association of a user: without `Partition=` those of partitions are meant as well.
std::vector<std::string> place_of(const std::string& cluster, const AssociationParts& parts);

/// What was seen to before. The keys are `qos NAME`, `account NAME`, `user NAME` and `association KEY`.
struct Applied {
  std::string wanted;  ///< the options, as the spec had them
  std::string shown;   ///< the record as it was then
  bool made = false;   ///< it was not there before
};
using PolicyMemory = std::map<std::string, Applied>;

struct PolicyDecision {
  std::vector<PolicyCall> calls;      ///< in this order
  std::vector<std::string> unlisted;  ///< records of the database that the spec does not have: "qos old", and stay
};

/// What is to be done so that the database has what the policy says. A record is left alone while the spec and what was shown of it are what
/// they were when it was last seen to: so a hand's change is taken back, and nothing is set twice. What the spec never had is left alone.
PolicyDecision decide_policy(const Policy& policy, const Records& records, const PolicyMemory& memory,
                             const std::string& cluster);

/// QOS of the policy that the database lacks: without those that partitions name slurmctld does not start.
std::vector<std::string> missing_qos(const Policy& policy, const Records& records);

/// The options that have to be shown of each kind of record, as their names are in `format=`.
struct PolicyColumns {
  std::vector<std::string> qos, associations;
};
PolicyColumns policy_columns(const Policy& policy, const PolicyMemory& memory);

}  // namespace skiff::sidecar
