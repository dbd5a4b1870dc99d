#pragma once

#include <string>

namespace skiff::sidecar {

// Absolute paths that the tests need. Only paths.cc is compiled with them, because otherwise ccache would find none of
// the tests in another clone.
std::string sidecar_program();
std::string fake_api_program();
/// The directory golden/ of the repository.
std::string golden_folder();

}  // namespace skiff::sidecar
