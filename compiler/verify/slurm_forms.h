#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diag/diagnostic.h"
#include "verify/tables.h"

namespace skiff {

/// The rows of a parameter in schema/slurm/forms.tsv, for all releases. Most parameters have none.
std::span<const SlurmForm> forms_of(const SlurmParameter& parameter);

/// The row with which Slurm's daemons exit on the parameter, whatever its value is, or nullptr. `target` is a release
/// as in SlurmParameter.
const SlurmForm* refusal(std::span<const SlurmForm> forms, std::uint32_t target);

/// The row with which Slurm reads the parameter and ignores it, without a word in the log, or nullptr.
const SlurmForm* ignored(std::span<const SlurmForm> forms, std::uint32_t target);

/// True if the value is one plugin that must be written with its kind, as in "sched/backfill".
bool needs_kind(std::span<const SlurmForm> forms, std::uint32_t target);

/// If true, the value is not compared with the list of known values.
bool has_whole_value_form(std::span<const SlurmForm> forms, std::uint32_t target);

/// A value, or one item of a list, that the target release does not read as intended.
struct FormFault {
  std::string_view rule;
  Severity severity;
  std::string_view item;  ///< empty: the whole value
  std::string message;
};

/// Compares a value, or each item of a list, with the rows of its parameter. `most` is as from most_of().
std::vector<FormFault> form_faults(std::span<const SlurmForm> forms, std::string_view value, std::uint32_t target,
                                   std::int64_t most);

}  // namespace skiff
