#pragma once

#include <functional>
#include <string>

namespace skiff {

/// The text of a file beside the spec, or the reason why it cannot be used.
struct BesideFile {
  std::string text;
  std::string problem;  ///< empty if the file was read
};

/// Reads a file that a spec names by a path relative to its own directory. The compiler reads nothing else from disk.
using Beside = std::function<BesideFile(const std::string& path)>;

/// For a spec that has no directory, such as standard input or text from a program. Always returns a problem.
BesideFile nothing_beside(const std::string& path);

/// For a spec that was read from the file `spec`. Reads regular files of at most 1 MiB whose real path, with symbolic
/// links resolved, is below the spec's directory.
Beside files_beside(const std::string& spec);

}  // namespace skiff
