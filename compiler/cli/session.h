#pragma once

#include <string>

#include "cli/arguments.h"
#include "compile.h"

namespace skiff::cli {

/// A spec that was read and compiled, and whose diagnostics were printed.
struct Session {
  std::string name;  ///< the name of the spec in diagnostics
  std::string text;
  Compilation compilation;
  int exit = good;  ///< if it is not `good`, the program must exit with it
};

Session compile_spec(const std::string& path, const Common& common);

}  // namespace skiff::cli
