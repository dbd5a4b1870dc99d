#pragma once

#include "diag/diagnostic.h"
#include "read/node.h"
#include "verify/verify.h"

namespace skiff {

/// Compares the fields of a YAML file of Slurm, and their values, with the tables. `root` is what the file contains. Does
/// nothing if the tables do not have the file.
void check_yaml_fields(const VerifyInput& input, const OutputSiteFile& file, const Node& root, Diagnostics& out);

}  // namespace skiff
