#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tree/file_set.h"
#include "tree/value.h"

namespace skiff {

/// The objects or other documents of one file of the output directory, in the order of its documents.
struct ObjectFile {
  std::string path;  ///< k8s/controller.yaml
  std::vector<Value> objects;
  Origin origin = {};  ///< origin of the name in the path
};

/// A ConfigMap that the configMapGenerator of kustomization.yaml generates from output files. Its name is fixed and has
/// no hash.
struct GeneratedConfigMap {
  struct File {
    std::string key;     ///< slurm.conf
    std::string path;    ///< slurm/slurm.conf
    Origin origin = {};  ///< why the ConfigMap has the file
  };

  using Pairs = std::vector<std::pair<std::string, Tracked<std::string>>>;

  Tracked<std::string> name;
  Tracked<std::string> name_space;
  std::vector<File> files;
  Pairs labels;
  Pairs annotations;
  Origin origin;  ///< why the ConfigMap exists
};

/// The result of a compilation. When it is complete, `files` has all files of the output directory, including the YAML
/// of `objects` and kustomization.yaml. `objects` are in the order of `resources` in kustomization.yaml, and
/// `config_maps` in the order of its `configMapGenerator`.
struct Bundle {
  FileSet files;
  std::vector<ObjectFile> objects;
  std::vector<GeneratedConfigMap> config_maps;
  std::vector<ObjectFile> documents;  ///< YAML files that are not for Kubernetes
};

}  // namespace skiff
