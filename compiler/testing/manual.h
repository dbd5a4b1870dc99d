#pragma once

#include <string>

namespace skiff::testing {

// Generates pages of the manual. compiler/manual_test.cc compares them with the files in docs/.

/// docs/rules.md: every rule with its explanation, and the messages for its invalid spec.
std::string rules_page();
/// docs/reference/spec.md: every field of schema/cluster.schema.json.
std::string spec_page();
/// docs/reference/catalogue.md: instance types and GPUs by name.
std::string catalogue_page();
/// docs/reference/parameters.md: the Slurm parameters that skiff writes.
std::string parameters_page();

}  // namespace skiff::testing
