#pragma once

#include <string>
#include <vector>

#include "provenance/origin.h"

namespace skiff {

/// One output file: its bytes and, for each line, what decided it (`lines[0]` is line 1). Both always have the same
/// number of lines.
struct OutputFile {
  std::string path;  ///< relative to the output folder, `/` between parts
  std::string text;
  std::vector<Origin> lines;

  /// Appends one line (without its newline) and its origin.
  void line(std::string_view text, Origin origin);
};

/// What a compilation yields, in the order of `path`.
using FileSet = std::vector<OutputFile>;

}  // namespace skiff
