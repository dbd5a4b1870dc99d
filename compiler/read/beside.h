#pragma once

#include <functional>
#include <string>

namespace skiff {

/// A file beside the spec, or why it can't be had.
struct BesideFile {
  std::string text;
  std::string problem;  ///< empty if `text` is the file's
};

/// Gives the files that a spec names by paths from its own folder. The compiler asks nothing else of the disk.
using Beside = std::function<BesideFile(const std::string& path)>;

/// Of a spec that came without a folder: standard input, text of a program.
BesideFile nothing_beside(const std::string& path);

/// Of a spec's file: regular files below its folder, wherever links lead, of at most 1 MiB.
Beside files_beside(const std::string& spec);

}  // namespace skiff
