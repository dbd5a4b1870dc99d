#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plan/mount.h"

namespace jail {

/// A path that the root of slurmstepd has from the node, not from the jail (enter/daemon_root.h).
struct NodePath {
  std::string path;
  bool writable = false;  ///< SlurmdSpoolDir

  bool operator==(const NodePath&) const = default;
};

/// All of them, none inside another but SlurmdSpoolDir: the system's folders, those of what the process has loaded (`maps`, /proc/PID/maps of proc(5)), such as a Slurm in
/// /opt, and SlurmdSpoolDir, which a mount names.
std::vector<NodePath> node_paths(std::string_view maps, const std::vector<Mount>& mounts);

/// How a path lies to them.
enum class Lies {
  at,      ///< it is one of them
  above,   ///< one of them is inside it
  beside,  ///< neither
};
Lies lies(const std::vector<NodePath>& paths, std::string_view path);

/// The names directly below a folder (empty: the root) that are, or lead to, one of them.
std::vector<std::string> names_below(const std::vector<NodePath>& paths, std::string_view folder);

}  // namespace jail
