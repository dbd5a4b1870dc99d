#pragma once

#include <vector>

#include "plan/plan.h"
#include "tree/to_value.h"

namespace skiff {

/// How a user's commands find the configuration and prove who the user is: with auth/slurm by a sackd, which fetches
/// and keeps it; with auth/munge from the mounted ConfigMap, beside munged.
struct SlurmClient {
  Value container, mount;
  Value volumes = Value::list();
};
/// `users`: the mounts by which sackd knows users that its image does not.
SlurmClient slurm_client(const plan::Plan& plan, const std::vector<plan::Mount>& users = {});
/// HOST:PORT of slurmctld, for daemons that fetch their configuration.
Value conf_server(const plan::Plan& plan);

}  // namespace skiff
