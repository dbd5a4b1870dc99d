#include "cli/verbs.h"

namespace skiff::cli {

std::span<const Verb> verbs() {
  static constexpr Verb table[] = {
      {"build", "Compile a spec into the files that run the cluster", build},
      {"check", "Validate a spec and report its errors", check_spec},
      {"diff", "Say what a change of a spec does to the running cluster", diff},
      {"plan", "Print the resolved plan: every default and derived number", plan},
      {"explain", "Explain what decided an output line, what a field decides, or what a rule means", explain},
      {"init", "Write a first spec", init},
      {"keys", "Make the keys and passwords that a spec needs, as Secrets on standard output", keys},
      {"policy", "Compare the accounting records of a spec with those of a cluster, or import them", policy},
      {"schema", "Print the JSON Schema of the spec, for editors", schema},
      {"completion", "Print the completion script for a shell", completion},
      {"version", "Print the version and the supported targets", version},
  };
  return table;
}

}  // namespace skiff::cli
