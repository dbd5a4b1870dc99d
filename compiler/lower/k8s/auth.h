#pragma once

#include "plan/plan.h"
#include "tree/to_value.h"

// How a pod's daemons prove who they are.

namespace skiff {

/// With auth/munge: the munged beside the daemons, its volumes and the mount of its socket; all `none` otherwise.
struct Munge {
  Value container, mount, volumes;
};
Munge munge(const plan::Plan& plan, const plan::Text& image);

/// The key of auth/slurm, and with `jwt` the REST API's, as items of the Secret's volume.
Value key_items(const plan::Plan& plan, bool jwt);
/// Where that of auth/slurm is mounted in pods that have no /etc/slurm.
Value key_path(const plan::Plan& plan);
/// Sources of the projected volume /etc/slurm: the configuration and the keys.
Value config_and_keys(const plan::Plan& plan);
/// Likewise the keys alone, as a volume and its mount; both `none` where no daemon reads a key file.
struct KeyFiles {
  Value mount, volume;
};
KeyFiles key_files(const plan::Plan& plan);

}  // namespace skiff
