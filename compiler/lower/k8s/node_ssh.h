#pragma once

#include "plan/plan.h"
#include "tree/value.h"

// The parts of pods for ssh to the workers. Each value is none without spec.nodeSsh.

namespace skiff {

/// Of a worker: sshd runs in slurmd's container, because it must be in the same control groups and see the same
/// processes.
struct NodeSshParts {
  Value env, port, mounts, volumes;
};
NodeSshParts node_ssh_parts(const plan::Plan& plan);

/// Of each pod in which users work: what their ssh must know of the workers.
struct SshClientParts {
  Value mount, volume;
};
SshClientParts ssh_client_parts(const plan::Plan& plan);

}  // namespace skiff
