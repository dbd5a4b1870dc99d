#pragma once

#include "diag/diagnostic.h"
#include "read/spec_files.h"
#include "spec/spec.h"

namespace skiff {

/// Reads each file that the spec names, and stores its contents as if the spec contained the text. Reports (SKF395)
/// files that cannot be read, and fields that have no source or more than one.
void take_files(spec::Cluster& cluster, const SpecFileReader& read_spec_file, Diagnostics& found);

}  // namespace skiff
