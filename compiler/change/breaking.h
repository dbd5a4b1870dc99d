#pragma once

#include <string>
#include <vector>

#include "change/change.h"
#include "change/side.h"
#include "diag/diagnostic.h"

namespace skiff::change {

/// What a user has allowed.
struct Accepted {
  bool refused = false;        ///< changes that the API server refuses
  bool other_cluster = false;  ///< an output directory of another cluster
};

/// The errors of a build over the older output `before`, whose directory is `folder`: SKF501 for each object whose change
/// the API server refuses, with the steps of a workaround, or SKF502 if the output is another cluster's. `changes` are
/// those from `before` to `after`.
Diagnostics breaking(const Side& before, const Side& after, const std::vector<Change>& changes,
                     const std::string& folder, Accepted accepted);

}  // namespace skiff::change
