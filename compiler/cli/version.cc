#include "check/schema.h"
#include "cli/io.h"
#include "cli/verbs.h"

namespace skiff::cli {
namespace {

// Appends the releases that spec.target accepts, from the schema.
void append_targets(std::string& text, std::string_view label, std::string_view target) {
  text += label;
  const Schema* schema = &cluster_schema();
  for (const std::string_view name : {std::string_view("spec"), std::string_view("target"), target}) {
    schema = schema->property(name)->schema;
  }
  for (const std::string_view release : schema->enumeration) {
    text += ' ';
    text += release;
  }
  text += '\n';
}

}  // namespace

Action version(Arguments&, const Common&) {
  return []() -> int {
    std::string text = "skiff " SKIFF_VERSION "\n";
    append_targets(text, "Slurm:     ", "slurm");
    append_targets(text, "Kubernetes:", "kubernetes");
    return write_output(text) ? good : trouble;
  };
}

}  // namespace skiff::cli
