#pragma once

#include <functional>
#include <string>

namespace skiff {

/// A file that a spec names: its text, or the reason why it cannot be used.
struct SpecFile {
  std::string text;
  std::string problem;  ///< empty if the file was read
};

/// `path` is relative to the spec's directory. The compiler reads nothing else from disk.
using SpecFileReader = std::function<SpecFile(const std::string& path)>;

/// For a spec that has no directory, such as standard input or text from a program. Always returns a problem.
SpecFile no_spec_files(const std::string& path);

/// For a spec that was read from the file `spec`. Reads regular files of at most 1 MiB whose real path, with symbolic
/// links resolved, is below the spec's directory.
SpecFileReader files_below_spec(const std::string& spec);

/// A file with this text, which must be UTF-8, not empty, and at most 1 MiB.
SpecFile spec_file(std::string text);

}  // namespace skiff
