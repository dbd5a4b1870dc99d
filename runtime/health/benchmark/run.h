#pragma once

#include <atomic>
#include <map>
#include <string>

#include "benchmark/settings.h"

namespace skiff::benchmark {

/// One run: chooses nodes, tests them, reacts to the results and writes them. Returns the exit status. 0: every tested
/// node passed, or there was none to test. 2: a node failed. 3: no node failed, but something could not be determined.
int run(const Settings& settings, std::map<std::string, std::string, std::less<>> environment,
        const std::atomic<bool>& stop);

}  // namespace skiff::benchmark
