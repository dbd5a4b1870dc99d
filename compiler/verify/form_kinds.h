#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "verify/tables.h"

// The kinds of schema/slurm/forms.tsv: what each accepts, as Slurm reads it.

namespace skiff {

/// True if Slurm reads the value, or the argument of an item, as the form says. `most` is as from most_of().
bool has_form(const SlurmForm& form, std::string_view value, std::int64_t most);

/// What the form accepts, for a message: "an absolute path". Empty for the kinds that say something else than a format.
std::string describe(const SlurmForm& form);

}  // namespace skiff
