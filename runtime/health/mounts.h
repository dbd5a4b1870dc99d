#pragma once

#include <optional>
#include <string>
#include <vector>

#include "node.h"

namespace skiff::health {

/// One line of proc_pid_mountinfo(5).
struct MountEntry {
  std::string point;
  std::string type;
  bool read_only = false;  ///< the mount, or the file system below it
};

/// All mounts; none if /proc cannot be read.
std::optional<std::vector<MountEntry>> mounts(const std::string& root);
/// The mount that is visible at `point`, which is the last one of several; null if there is none.
const MountEntry* mount_at(const std::vector<MountEntry>& all, const std::string& point);

}  // namespace skiff::health
