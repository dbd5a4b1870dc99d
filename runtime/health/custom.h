#pragma once

#include <vector>

#include "settings.h"
#include "task.h"

namespace skiff::health {

/// The site's own checks: one task for each executable in the directory of the settings, sorted by name.
///
/// A program runs without arguments, in the environment that docs/health.md describes. It exits with 0 (ok), 1 (warn),
/// 2 (critical) or 3 (unknown), and the first line of its output is the detail. Any other outcome is unknown. A program
/// does not run if it belongs to a user other than root and this process's user, or if its group or others may write to
/// it.
std::vector<Task> custom_tasks(const Settings& settings);

}  // namespace skiff::health
