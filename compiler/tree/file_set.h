#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "provenance/origin.h"

namespace skiff {

/// One output file: its bytes and, for each line, what decided it (`lines[0]` is line 1). `text` and `lines` always
/// have the same number of lines.
struct OutputFile {
  std::string path;  ///< relative to the output directory, separated by `/`
  std::string text;
  std::vector<Origin> lines;

  /// Appends one line and its origin. `text` has no newline; otherwise throws std::logic_error.
  void line(std::string_view text, Origin origin);
};

/// The files of a compilation, in the order of `path`.
using FileSet = std::vector<OutputFile>;

/// The file with this path, or nullptr.
const OutputFile* find_file(const FileSet& files, std::string_view path);

}  // namespace skiff
