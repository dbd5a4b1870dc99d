#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

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

/// Why Slurm does not read the value as intended, or "". `most` is as from most_of().
std::string bad_form(std::span<const SlurmForm> forms, std::string_view value, std::uint32_t target, std::int64_t most);

}  // namespace skiff
