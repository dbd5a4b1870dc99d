#pragma once

#include <string>
#include <vector>

#include "change/side.h"

namespace skiff::change {

/// How the pods of a side use a ConfigMap.
struct ConfigMapUse {
  std::vector<std::string> mounted;  ///< workloads whose running pods see a change: `StatefulSet atlas-slurmctld`
  std::vector<std::string> copied;   ///< workloads whose pods have a copy from their start: a subPath, or variables
};

ConfigMapUse use_of(const Side& side, const Object& config_map);

}  // namespace skiff::change
