#include "cli/verbs.h"

namespace skiff::cli {

std::span<const Verb> verbs() {
  static constexpr Verb table[] = {
      {"build", "Compile a spec into the files that run the cluster", build},
      {"check", "Say whether a spec is good, and where it is not", check_spec},
      {"plan", "Print the resolved plan: every default and derived number", plan},
      {"explain", "Say what decided an output line, what a field decides, or what a rule means", explain},
      {"init", "Write a first spec", init},
      {"schema", "Print the JSON Schema of the spec, for editors", schema},
      {"completion", "Print the completions for a shell", completion},
      {"version", "Print the version and the targets that it supports", version},
  };
  return table;
}

}  // namespace skiff::cli
