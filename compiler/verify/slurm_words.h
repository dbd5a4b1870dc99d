#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diag/diagnostic.h"
#include "verify/tables.h"

namespace skiff {

/// A word of a parameter's value that the target release does not take as it was meant, and what comes of it.
struct WordFault {
  std::string_view rule;
  Problem problem;
  Severity severity;
  std::string message;
};

/// The words that schema/slurm/values.tsv has for a parameter; none for most.
std::span<const SlurmValue> words_of(const SlurmParameter& parameter);

/// The words of a value that is one of a set, or a list of such, against `words` of its parameter. `needs_kind` as in slurm_forms.h,
/// `target` as in SlurmParameter. What the daemons end at, or leave out, is an error: a plugin of another release or in another form,
/// and a word where one function of Slurm's code reads them. All else is a warning: a site may have plugins of its own, and a man
/// page may lack a word.
std::vector<WordFault> word_faults(const SlurmParameter& parameter, std::span<const SlurmValue> words, bool needs_kind,
                                   std::string_view value, std::uint32_t target);

}  // namespace skiff
