#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plan/version.h"
#include "tree/file_set.h"
#include "tree/value.h"

namespace skiff::change {

/// An entry of a ConfigMap that kustomization.yaml generates.
struct MapEntry {
  std::string key;                   ///< slurm.conf
  const OutputFile* file = nullptr;  ///< slurm/slurm.conf
};

/// A Kubernetes object. The origin of each value is its position in the text of `file`, as `read_values` returns it.
struct Object {
  std::string kind, ns, name;
  Value value;
  const OutputFile* file = nullptr;
  std::vector<MapEntry> entries;  ///< of a generated ConfigMap, whose `value` has only its labels and annotations
};

/// What an output directory applies to a cluster, read back from its files. If the files come from a compilation, they
/// also say what in the spec decided each line.
struct Side {
  FileSet files;
  std::vector<Object> objects;  ///< in the order of application
  Value plan;                   ///< plan.yaml
  const OutputFile* plan_file = nullptr;
  std::string cluster, ns;
  Version slurm, kubernetes;
  std::vector<std::string> problems;  ///< `FILE:LINE:COLUMN: message`; if there is one, nothing else is complete
};

/// Reads the files of an output directory. `files` must have kustomization.yaml and all files that it names.
Side read_side(FileSet files);

/// The files that an output directory must have, according to its kustomization.yaml, and plan.yaml. Empty if the text
/// cannot be parsed; `read_side` reports that.
std::vector<std::string> named_files(std::string_view kustomization);

}  // namespace skiff::change
