#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plan/mount.h"

namespace jail {

/// A path that slurmstepd's root has from the node, not from the jail (enter/daemon_root.h).
struct NodePath {
  std::string path;
  bool writable = false;  ///< SlurmdSpoolDir

  bool operator==(const NodePath&) const = default;
};

/// All such paths: the directories of the system, the directories of the code that the process has loaded (`maps`:
/// /proc/PID/maps of proc(5)), such as a Slurm in /opt, and SlurmdSpoolDir, which a mount names. None is inside
/// another one, except SlurmdSpoolDir.
std::vector<NodePath> node_paths(std::string_view maps, const std::vector<Mount>& mounts);

/// The directories of Slurm's and munge's sockets that slurmstepd needs from the node, because the jail has another
/// socket there, or none, so that root in the jail is not root for Slurm. They are below the jail's /run in memory.
std::vector<std::string> socket_folders(const std::vector<Mount>& mounts);

enum class NodePathMatch {
  exact,   ///< the path is one of them
  parent,  ///< one of them is inside it
  none,
};
NodePathMatch match_node_paths(const std::vector<NodePath>& paths, std::string_view path);

/// The names directly below a directory (empty: the root) that are, or lead to, one of these paths.
std::vector<std::string> names_below(const std::vector<NodePath>& paths, std::string_view folder);

}  // namespace jail
