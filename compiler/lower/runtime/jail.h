#pragma once

#include "lower/config_map.h"
#include "plan/jail.h"

namespace skiff {

/// Where Debian's Slurm has its plugins, and looks for them: a node has the one of its processor's kind.
inline constexpr std::string_view slurm_plugins[] = {"/usr/lib/aarch64-linux-gnu/slurm-wlm",
                                                     "/usr/lib/x86_64-linux-gnu/slurm-wlm"};

/// One line of a mounts file (docs/jail.md).
struct JailMount {
  std::string source, target, type, options;
  Origin origin;
};

/// What a worker's steps, and what a login pod's people see beside the shared root, in the order of mounting.
std::vector<JailMount> jail_mounts(const plan::Plan& plan, const plan::NodeSet& set);
std::vector<JailMount> jail_login_mounts(const plan::Plan& plan);

/// The folders that these mounts need in the shared root itself.
plan::Texts jail_folders(const std::vector<JailMount>& mounts);
/// Those of all pods.
plan::Texts jail_folders(const plan::Plan& plan);

/// What is closed on a worker's own root, with blanks between (close-node.sh).
plan::Text jail_closes(const plan::Plan& plan, const plan::NodeSet& set);

MapFile jail_mounts_file(const plan::Plan& plan, const plan::NodeSet& set);
MapFile jail_login_mounts_file(const plan::Plan& plan);

/// The plugin's arguments, of which jail-login takes the same: `root=/mnt/jail` and so on.
plan::Texts jail_arguments(const plan::Plan& plan);

}  // namespace skiff
