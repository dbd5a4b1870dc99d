#pragma once

#include <string>

namespace skiff::testing {

// The generated pages of the manual, as they stand in docs/. compiler/manual_test.cc holds the two against each other.

/// docs/rules.md: every rule with why it exists and what its bad spec is told.
std::string rules_page();
/// docs/reference/spec.md: every field of schema/cluster.schema.json.
std::string spec_page();
/// docs/reference/catalogue.md: instance types and GPUs by name.
std::string catalogue_page();
/// docs/reference/parameters.md: Slurm's parameters that skiff writes by itself.
std::string parameters_page();

}  // namespace skiff::testing
