#pragma once

#include <string>
#include <vector>

#include "state.h"
#include "workers.h"

namespace skiff::health {

/// Appends lines to an existing file, such as the output of process 1, which is the pod's log. Ignores errors, because
/// there is no other place to report them.
void append_log(const std::string& path, const std::vector<std::string>& lines);

/// Returns a line for each check whose level differs from the previous run, and updates `state`.
std::vector<std::string> changes(const std::vector<Outcome>& outcomes, State& state);

}  // namespace skiff::health
