#pragma once

#include "diag/diagnostic.h"
#include "read/beside.h"
#include "spec/spec.h"

namespace skiff {

/// Puts the text of each file that the spec names where its own text would stand. Reports those that can't be had, and what names none or has
/// both (SKF395).
void take_files(spec::Cluster& cluster, const Beside& beside, Diagnostics& found);

}  // namespace skiff
