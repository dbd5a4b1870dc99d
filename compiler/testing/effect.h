#pragma once

#include <string>

#include "tree/file_set.h"

namespace skiff::testing {

/// What one output has and another has not, as a reader wants to see it: by file, each changed line under the place of the object that
/// it stands in (`StatefulSet/cpu spec.template.spec.volumes[shm].emptyDir`). A new or long-lost file of more than forty lines is named
/// with its objects only. plan.yaml, which says all once more, is left out; so is which value a hash has.
std::string effect(const FileSet& before, const FileSet& after);

}  // namespace skiff::testing
