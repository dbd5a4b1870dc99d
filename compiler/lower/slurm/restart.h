#pragma once

#include <string>

#include "plan/version.h"
#include "tree/conf.h"

namespace skiff {

/// A short hash over the parameters of `confs` that slurmctld takes up by a restart alone (schema/slurm/restart.tsv), with their origin.
/// As a pod's annotation it rolls the pod for these and for nothing else.
Tracked<std::string> restart_hash(const std::vector<const Conf*>& confs, Version slurm);

/// A hash over the whole file, for daemons that read theirs once.
Tracked<std::string> content_hash(const Conf& conf);

}  // namespace skiff
