#pragma once

#include <string>

namespace skiff::health {

// Absolute paths that the tests need. Only paths.cc is compiled with them: ccache would otherwise miss every test in another clone.
std::string fake_nvml_library();
std::string health_program();
std::string benchmark_program();
std::string skiff_program();
/// The root of the repository.
std::string repository();
/// The directory with recorded outputs of benchmarks.
std::string recorded_outputs();

}  // namespace skiff::health
