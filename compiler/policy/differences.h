#pragma once

#include <string>
#include <vector>

#include "policy/decide.h"

namespace skiff::policy {

/// A value of a record. Empty texts are unset values.
struct OptionChange {
  std::string name, before, after;
};

/// What the calls of a decision change in one record.
struct Difference {
  enum class Kind { add, change, remove } kind = Kind::change;
  std::string record;  ///< such as `qos long`
  std::vector<OptionChange> options;
};

/// The differences between the database and what it is after the calls, in the order of the calls. Values that a call
/// sets again are left out. `records` have at least the columns that the decision was made with.
std::vector<Difference> differences(const Decision& decision, const Records& records);

/// The differences like a diff: lines begin with `+`, `-` or a space. Then the records that the spec does not have and
/// that the decision leaves alone.
std::string text_of(const std::vector<Difference>& differences, const Decision& decision);
/// The same as JSON, with `changes`, `leftUnchanged`, and in `haveUsage` which of these have usage.
std::string json_of(const std::vector<Difference>& differences, const Decision& decision);
/// `1 to add, 2 to change, 0 to remove`, which counts records.
std::string summary_of(const std::vector<Difference>& differences);

}  // namespace skiff::policy
