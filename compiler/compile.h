#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "diag/diagnostic.h"
#include "plan/secrets.h"
#include "read/node.h"
#include "read/spec_files.h"
#include "tree/bundle.h"

namespace skiff {

struct Compilation {
  Node root;                               ///< the tree of the spec, for paths
  Diagnostics diagnostics;                 ///< located and sorted
  Bundle bundle;                           ///< empty if there are errors
  std::vector<plan::NamedSecret> secrets;  ///< that must exist in `ns`; empty if there are errors
  std::string ns;                          ///< the namespace of the cluster
  std::string cluster_name;                ///< Slurm's ClusterName
};

/// The whole compiler as one pure function: it depends on no clock, network, environment or locale. The passes run in
/// order, each only if the earlier ones found no error. Needs no initialization and may run in several threads.
/// `read_spec_file` returns the files that the spec names.
Compilation compile(std::string_view spec_text, const SpecFileReader& read_spec_file = no_spec_files);

}  // namespace skiff
