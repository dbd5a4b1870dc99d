#pragma once

#include <string>

#include "tree/file_set.h"

namespace skiff::testing {

/// The readable difference of two outputs: by file, each changed line below the path of its parent in the object
/// (`StatefulSet/cpu spec.template.spec.volumes[shm].emptyDir`). For a new or removed file of more than forty lines,
/// only its name and its objects are shown. plan.yaml is left out, because it repeats everything. Values of hashes are
/// left out too.
std::string effect(const FileSet& before, const FileSet& after);

}  // namespace skiff::testing
