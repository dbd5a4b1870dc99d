#pragma once

#include <string_view>

#include "read/spec_files.h"

namespace skiff {

/// Compiles a text with the files beside it, and checks what must be true for every compilation: each diagnostic has a
/// location and is one line. There is an output if and only if there is no error. The output is the same each time,
/// stays in its directory, and reads back unchanged.
void judge_spec(std::string_view text, const SpecFileReader& read_spec_file);

}  // namespace skiff
