#pragma once

#include <cstdint>
#include <string>

#include "benchmark/trial.h"

namespace skiff::benchmark {

/// One line of JSON. With `verdict`, it is the final result of a node, and `action` is what was done. Otherwise it is
/// one of the jobs that lead to that result. `now` is in seconds since 1970.
std::string json_line(const Settings& settings, const Result& result, bool verdict, const std::string& action,
                      std::int64_t now);

}  // namespace skiff::benchmark
