#pragma once

#include <vector>

#include "plan/plan.h"
#include "tree/to_value.h"

namespace skiff {

/// How Slurm's commands find the configuration and authenticate the user. With auth/slurm, sackd does both: it fetches
/// the configuration and keeps it up to date. With auth/munge, the configuration is the mounted ConfigMap, and munged
/// authenticates.
struct SlurmClient {
  Value container, mount;
  Value volumes = Value::list();
};
/// `users`: the mounts that give sackd the users that are not in its image.
SlurmClient slurm_client(const plan::Plan& plan, const std::vector<plan::Mount>& users = {});
/// HOST:PORT of slurmctld, for daemons that fetch their configuration from it.
Value conf_server(const plan::Plan& plan);

}  // namespace skiff
