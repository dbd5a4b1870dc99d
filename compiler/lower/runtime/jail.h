#pragma once

#include "lower/config_map.h"
#include "plan/jail.h"

namespace skiff {

/// The plugin directories of Debian's Slurm. A node has only the one for its processor architecture.
inline constexpr std::string_view slurm_plugins[] = {"/usr/lib/aarch64-linux-gnu/slurm-wlm",
                                                     "/usr/lib/x86_64-linux-gnu/slurm-wlm"};

/// One line of a mounts file (docs/jail.md).
struct JailMount {
  std::string source, target, type, options;
  Origin origin;
};

/// The mounts in the shared root for the steps of a worker, and for the users of a login pod, in the order of mounting.
std::vector<JailMount> jail_mounts(const plan::Plan& plan, const plan::NodeSet& set);
std::vector<JailMount> jail_login_mounts(const plan::Plan& plan);

/// The directories that these mounts need in the shared root itself.
plan::Texts jail_folders(const std::vector<JailMount>& mounts);
/// The directories that the mounts of all pods need.
plan::Texts jail_folders(const plan::Plan& plan);

/// The paths to close on a worker's own root filesystem, separated by spaces (close-node.sh).
plan::Text jail_closes(const plan::Plan& plan, const plan::NodeSet& set);

MapFile jail_mounts_file(const plan::Plan& plan, const plan::NodeSet& set);
MapFile jail_login_mounts_file(const plan::Plan& plan);

/// The arguments of the SPANK plugin, such as `root=/mnt/jail`. jail-login takes the same arguments.
plan::Texts jail_arguments(const plan::Plan& plan);

}  // namespace skiff
