#pragma once

#include "diag/diagnostic.h"
#include "read/node.h"
#include "verify/slurm_nodes.h"
#include "verify/verify.h"

namespace skiff {

/// Checks what the fields of namespace.yaml, which namespace/linux reads, require of each other. `root` is what the file
/// contains.
void check_namespaces(const OutputSiteFile& file, const Node& root, const SlurmNodes& nodes, Diagnostics& out);

}  // namespace skiff
