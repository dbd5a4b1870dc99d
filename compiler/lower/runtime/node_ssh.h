#pragma once

#include "lower/config_map.h"
#include "plan/plan.h"

// Files for ssh to the workers.

namespace skiff {

/// The lines of PAM for sshd on the workers: who may log in, and the move into the job.
MapFile node_ssh_pam(const plan::Plan& plan);

/// The arguments of the jail's PAM module, on one line. The cluster must have a jail.
MapFile node_ssh_jail(const plan::Plan& plan);

/// The settings of ssh for the names of the workers: the port, and where it finds their public host keys.
MapFile node_ssh_client(const plan::Plan& plan);

/// The names of the files with the public host keys in the Secret of the host keys.
plan::Texts node_ssh_public_keys(const plan::Plan& plan);

}  // namespace skiff
