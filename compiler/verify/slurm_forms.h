#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "verify/tables.h"

namespace skiff {

/// The rows that schema/slurm/forms.tsv has for a parameter, of all releases; none for most.
std::span<const SlurmForm> forms_of(const SlurmParameter& parameter);

/// The row by which Slurm's daemons end at the parameter whatever its value is, or nullptr. `target` as in SlurmParameter.
const SlurmForm* refusal(std::span<const SlurmForm> forms, std::uint32_t target);

/// Whether the value is one plugin that has to be written with its kind, as in "sched/backfill".
bool needs_kind(std::span<const SlurmForm> forms, std::uint32_t target);

/// Whether there is a form for the whole value, so that no list of words has to hold it.
bool decides(std::span<const SlurmForm> forms, std::uint32_t target);

/// Why Slurm does not take the value as it was meant, or "". `most` is what the parameter's type holds, which UNLIMITED stands for.
std::string bad_form(std::span<const SlurmForm> forms, std::string_view value, std::uint32_t target, std::int64_t most);

}  // namespace skiff
