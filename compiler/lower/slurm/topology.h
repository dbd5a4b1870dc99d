#pragma once

#include <optional>

#include "plan/plan.h"
#include "tree/conf.h"
#include "tree/file_set.h"

namespace skiff {

/// topology.conf, before Slurm 25.05. std::nullopt: the spec has no topology.
std::optional<Conf> topology_conf(const plan::Plan& plan);
/// topology.yaml, from Slurm 25.05 on. std::nullopt: the spec has no topology.
std::optional<OutputFile> topology_yaml(const plan::Plan& plan);

}  // namespace skiff
