#pragma once

#include <functional>
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

/// Reads a spec, compiles it, and prints its diagnostics. `more` adds errors about something besides the spec; it runs
/// only if the spec has none.
Session compile_spec(const std::string& path, const Common& common,
                     const std::function<Diagnostics(Session&)>& more = {});

/// The same for a spec that was read already.
Session compile_text(std::string name, std::string text, const SpecFileReader& read_spec_file, const Common& common,
                     const std::function<Diagnostics(Session&)>& more = {});

}  // namespace skiff::cli
