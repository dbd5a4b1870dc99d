#pragma once

#include <cstdint>
#include <string>

#include "benchmark/trial.h"

namespace skiff::benchmark {

/// One line of JSON. `verdict`: it is the last word on its node, and `action` is what followed; else it is a job of
/// several that the verdict is made of.
std::string json_line(const Settings& settings, const Result& result, bool verdict, const std::string& action,
                      std::int64_t now);

}  // namespace skiff::benchmark
