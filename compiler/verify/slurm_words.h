#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diag/diagnostic.h"
#include "verify/image_plugins.h"
#include "verify/tables.h"

namespace skiff {

/// A diagnostic about one item of a parameter's value that the target release does not read as intended.
struct WordFault {
  std::string_view rule;
  Problem problem;
  Severity severity;
  std::string item;
  std::string message;
};

/// The values of a parameter in schema/slurm/values.tsv. Most parameters have none.
std::span<const SlurmValue> words_of(const SlurmParameter& parameter);

/// Compares a value, or each item of a list, with the known values `words` of its parameter. `needs_kind` is as in
/// slurm_forms.h, `target` as in SlurmParameter. A value on which the daemons exit, or which they ignore, is an error:
/// a plugin of another release or with a wrong name, a plugin that no release has and the images neither, and an
/// unknown value if one function of Slurm's code reads them all. Everything else is a warning, because other images may
/// have plugins of their own, and a man page may lack a value.
std::vector<WordFault> word_faults(const SlurmParameter& parameter, std::span<const SlurmValue> words, bool needs_kind,
                                   std::string_view value, std::uint32_t target, const ImagePlugins& images);

}  // namespace skiff
