#pragma once

#include <vector>

#include "settings.h"
#include "task.h"

namespace skiff::health {

/// All checks that are not disabled, including one for each mount, each path and each custom program in the settings.
std::vector<Task> all_tasks(const Settings& settings);

/// The part of an id before the colon, which `disabled` and `levels` also accept: `mount` for `mount:/data`.
std::string_view base_of(std::string_view id);

/// Throws std::runtime_error if `disabled` or `levels` names a check that does not exist.
void check_ids(const Settings& settings);

}  // namespace skiff::health
