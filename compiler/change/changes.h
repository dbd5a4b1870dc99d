#pragma once

#include <vector>

#include "change/change.h"
#include "change/decisions.h"
#include "change/side.h"

namespace skiff::change {

/// Everything that differs between two sides, and what it does to a cluster that has the first: the worst first. Each
/// side must have been read without problems. The release of Slurm and the version of Kubernetes are those of `after`.
std::vector<Change> changes(const Side& before, const Side& after, Decisions& decisions);

}  // namespace skiff::change
