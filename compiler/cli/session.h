#pragma once

#include <string>

#include "cli/arguments.h"
#include "compile.h"

namespace skiff::cli {

/// A spec that was read and compiled, its diagnostics printed.
struct Session {
  std::string name;  ///< of the spec, as diagnostics name it
  std::string text;
  Compilation compilation;
  int exit = good;  ///< anything else: stop with it
};

Session compile_spec(const std::string& path, const Common& common);

}  // namespace skiff::cli
