#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "policy/dump.h"

namespace skiff::policy {

/// True if the spec accepts this text for a field, such as `users.name`.
using Accepts = std::function<bool(std::string_view field, std::string_view text)>;

struct Imported {
  std::string spec;  ///< YAML: `spec.accounting` with the lists of records, and `spec.licenses`
  /// What the spec cannot express and is left out: the record or the option, and why.
  std::vector<std::pair<std::string, std::string>> left_out;
};

/// Writes the records of a dump as a spec. It leaves out what a new cluster has anyway: the account root with its user,
/// the QOS normal if it is unchanged, options with Slurm's default, and QOS that an account or user inherits.
Imported import_spec(const Dump& dump, const Accepts& accepts);

}  // namespace skiff::policy
