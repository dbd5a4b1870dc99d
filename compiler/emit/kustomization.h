#pragma once

#include <vector>

#include "tree/bundle.h"

namespace skiff {

/// kustomization.yaml: the files of objects in the order in which they are applied, and the ConfigMaps that are
/// generated from other files.
OutputFile kustomization_yaml(const std::vector<ObjectFile>& objects,
                              const std::vector<GeneratedConfigMap>& config_maps);

}  // namespace skiff
