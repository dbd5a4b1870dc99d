#pragma once

#include <vector>

#include "settings.h"
#include "task.h"

namespace skiff::health {

/// Every check of this program, with one for each mount and each user's program that the settings name.
std::vector<Task> all_tasks(const Settings& settings);

/// An id as it stands in `disabled` and `levels`: `mount` for `mount:/data`.
std::string_view base_of(std::string_view id);

/// Throws std::runtime_error for a name in `disabled` or `levels` that is no check's.
void check_ids(const Settings& settings);

}  // namespace skiff::health
