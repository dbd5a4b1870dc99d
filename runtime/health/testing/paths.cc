#include "testing/paths.h"

namespace skiff::health {

std::string fake_nvml_library() { return FAKE_NVML; }
std::string health_program() { return SKIFF_HEALTH; }
std::string benchmark_program() { return SKIFF_BENCHMARK; }
std::string skiff_program() { return SKIFF; }
std::string repository() { return REPOSITORY; }
std::string recorded_outputs() { return REPOSITORY "/runtime/health/benchmark/recorded"; }

}  // namespace skiff::health
