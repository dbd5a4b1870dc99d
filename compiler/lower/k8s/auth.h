#pragma once

#include "plan/plan.h"
#include "tree/to_value.h"

// How the daemons of a pod authenticate.

namespace skiff {

/// With auth/munge: the munged container beside the daemons, its volumes and the mount of its socket. Otherwise all
/// members are `none`.
struct Munge {
  Value container, mount, volumes;
};
Munge munge(const plan::Plan& plan, const plan::Text& image);

/// The key of auth/slurm, and with `jwt` also the key of the REST API, as items of the Secret's volume.
Value key_items(const plan::Plan& plan, bool jwt);
/// The path of the auth/slurm key in pods that have no /etc/slurm.
Value key_path(const plan::Plan& plan);
/// The sources of the projected volume /etc/slurm: the configuration and the keys.
Value config_and_keys(const plan::Plan& plan);
/// The keys alone, as a volume and its mount. Both are `none` if no daemon reads a key file.
struct KeyFiles {
  Value mount, volume;
};
KeyFiles key_files(const plan::Plan& plan);

}  // namespace skiff
