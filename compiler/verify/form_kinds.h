#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "verify/tables.h"

// The kinds of schema/slurm/forms.tsv: what each accepts, as Slurm reads it.

namespace skiff {

/// The words of a form: `a|b` means one of them, `a|b,...` a list of them, and `=` before them that the case matters, too.
inline constexpr std::string_view repeated_words = ",...";
inline constexpr char same_case = '=';

/// The largest number of the form `memory`. The highest bit tells memory per CPU from memory per node. With it, the two
/// numbers above mean "not set" and "no limit" (NO_VAL64 and INFINITE64).
inline constexpr std::int64_t most_memory = std::numeric_limits<std::int64_t>::max() - 2;

/// True if Slurm reads the value, or the argument of an item, as the form says. `most` is as from most_of().
bool has_form(const SlurmForm& form, std::string_view value, std::int64_t most);

/// What the form accepts, for a message: "an absolute path". Empty for the kinds that say something else than a format.
std::string describe(const SlurmForm& form);

}  // namespace skiff
