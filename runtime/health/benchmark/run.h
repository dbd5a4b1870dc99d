#pragma once

#include <atomic>
#include <map>
#include <string>

#include "benchmark/settings.h"

namespace skiff::benchmark {

/// One run: chooses nodes, tests them, does what follows, writes the results. 0: each node that was tested is good, or
/// there was none to test; 2: a node failed; 3: none failed, and something could not be determined.
int run(const Settings& settings, std::map<std::string, std::string, std::less<>> environment,
        const std::atomic<bool>& stop);

}  // namespace skiff::benchmark
