#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sidecar/policy_options.h"

namespace skiff::sidecar {

/// What sacctmgr is to see to, of one QOS, account, user or association: its name and sacctmgr's options, in the spec's order.
struct PolicyEntry {
  std::string name;
  Options options;

  /// The option's value; empty where there is none.
  std::string_view option(std::string_view key) const;
};

/// policy.conf: the accounting records that the spec has. Associations are of users, each with an Account and perhaps a Partition.
struct Policy {
  bool prune = false;  ///< what was made of the spec and is in it no more is removed
  std::vector<PolicyEntry> qos, accounts, users, associations;
};

/// Reads policy.conf: lines of `Key=value` with blanks between them, the first of which says what the line is about; a value with blanks
/// stands in double quotes. Throws std::runtime_error that names the line.
Policy parse_policy(std::string_view text);

}  // namespace skiff::sidecar
