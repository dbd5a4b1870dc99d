#pragma once

#include <filesystem>

namespace skiff::testing {

/// The root of the repository. Only repository.cc is compiled with this path. Otherwise ccache would miss every test in
/// another clone.
std::filesystem::path repository();

}  // namespace skiff::testing
