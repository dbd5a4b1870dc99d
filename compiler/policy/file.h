#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "policy/options.h"

namespace skiff::policy {

/// One QOS, account, user, association or resource: its name, and sacctmgr's options in the spec's order.
struct Entry {
  std::string name;
  Options options;

  /// The option's value; empty if it is not set.
  std::string_view option(std::string_view key) const;
};

/// Which of the records that skiff created and that are no longer in the spec it removes.
enum class Prune { none, unused, all };

/// policy.conf: the accounting records of the spec. An association belongs to a user and has an Account and perhaps a
/// Partition. A resource is a license NAME@SERVER.
struct Policy {
  Prune prune = Prune::none;
  std::vector<Entry> qos, accounts, users, associations, resources;
};

/// Takes the next `Key=value` off a line. A value with spaces is in double quotes. Throws std::runtime_error.
std::pair<std::string, std::string> take_option(std::string_view& line);

/// Reads policy.conf. A line consists of `Key=value` pairs separated by spaces. The first pair is the kind and the
/// name of the record. A value with spaces is in double quotes. Throws std::runtime_error with the line number.
Policy parse(std::string_view text);

}  // namespace skiff::policy
