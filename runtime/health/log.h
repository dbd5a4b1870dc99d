#pragma once

#include <string>
#include <vector>

#include "lanes.h"
#include "state.h"

namespace skiff::health {

/// Appends lines to a file that is there, such as the first process's output, which is the pod's log. Says nothing of a
/// failure: there is nobody to tell.
void append_log(const std::string& path, const std::vector<std::string>& lines);

/// A line for each check whose level is another than at the run before, and brings `state` up to date.
std::vector<std::string> changes(const std::vector<Outcome>& outcomes, State& state);

}  // namespace skiff::health
