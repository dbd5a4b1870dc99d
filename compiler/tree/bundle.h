#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tree/file_set.h"
#include "tree/value.h"

namespace skiff {

/// The objects of one file of the output folder, in the order of its documents.
struct ObjectFile {
  std::string path;  ///< k8s/controller.yaml
  std::vector<Value> objects;
  Origin origin = {};  ///< of what the path is named after
};

/// A ConfigMap that kustomization.yaml's configMapGenerator makes out of files of the folder: the fixed name, no hash.
struct GeneratedConfigMap {
  struct File {
    std::string key;     ///< slurm.conf
    std::string path;    ///< slurm/slurm.conf
    Origin origin = {};  ///< why the file is among them
  };

  using Pairs = std::vector<std::pair<std::string, Tracked<std::string>>>;

  Tracked<std::string> name;
  Tracked<std::string> name_space;
  std::vector<File> files;
  Pairs labels;
  Pairs annotations;
  Origin origin;  ///< why there is such a ConfigMap
};

/// All that a compilation yields. When it is complete, `files` is the whole folder, the YAML of `objects` and kustomization.yaml included;
/// `objects` stand in the order of kustomization.yaml's `resources`, `config_maps` in that of its `configMapGenerator`.
struct Bundle {
  FileSet files;
  std::vector<ObjectFile> objects;
  std::vector<GeneratedConfigMap> config_maps;
};

}  // namespace skiff
