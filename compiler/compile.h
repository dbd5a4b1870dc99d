#pragma once

#include <string_view>

#include "diag/diagnostic.h"
#include "read/beside.h"
#include "read/node.h"
#include "tree/bundle.h"

namespace skiff {

struct Compilation {
  Node root;                ///< the spec's tree, for paths
  Diagnostics diagnostics;  ///< located and sorted
  Bundle bundle;            ///< empty if there are errors
};

/// The whole compiler as one pure function: no clock, network, environment or locale. The passes run in order, each only if those before
/// it found no error. Needs no initialisation and may run in several threads. `beside` gives the files that the spec names.
Compilation compile(std::string_view spec_text, const Beside& beside = nothing_beside);

}  // namespace skiff
