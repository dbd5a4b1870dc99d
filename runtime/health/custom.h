#pragma once

#include <vector>

#include "settings.h"
#include "task.h"

namespace skiff::health {

/// Users' own checks: one task for each executable in the folder that the settings name, in the order of their names.
///
/// A program is run without arguments and with the environment of docs/health.md. It exits with 0 (ok), 1 (warn), 2 (critical)
/// or 3 (unknown), and its first line of output is the detail; whatever else happens is unknown. One that others than its
/// owner and root could have written is not run.
std::vector<Task> custom_tasks(const Settings& settings);

}  // namespace skiff::health
