#pragma once

#include "plan/volumes.h"
#include "tree/value.h"

namespace skiff {

/// If a pod with an fsGroup only reads a claim, the whole volume must be read-only (`ClaimUse::read_only`). Otherwise
/// the kubelet would change the group of all its files to the fsGroup.
enum class ClaimUse { write, read_only };

/// The entry in a pod's `volumes` for an empty directory.
Value empty_dir_volume(const plan::EmptyDir& dir, const Value& name, const Origin& why);
/// The entry in a pod's `volumes` for a volume of the spec. `why` is why the pod has it.
Value pod_volume(const plan::Volume& volume, const Value& name, ClaimUse use, const Origin& why);

}  // namespace skiff
