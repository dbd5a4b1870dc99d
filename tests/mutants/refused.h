#pragma once

#include <optional>
#include <string_view>

#include "compile.h"

namespace skiff::mutants {

/// Compiles a spec whose Slurm files `verify` refuses, and emits it in spite of the errors, which stay in the
/// diagnostics. std::nullopt if `verify` accepts it, if an earlier pass refuses it, or if an error is about something
/// else than the meaning of a value.
std::optional<Compilation> compile_refused(std::string_view spec_text, const SpecFileReader& read_spec_file);

}  // namespace skiff::mutants
