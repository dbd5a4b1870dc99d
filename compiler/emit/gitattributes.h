#pragma once

#include "tree/file_set.h"

namespace skiff {

/// `.gitattributes` of the output directory, so that Git keeps the bytes of the files and merges the list of their
/// hashes.
OutputFile gitattributes();

}  // namespace skiff
