#pragma once

#include <string_view>
#include <vector>

#include "plan/plan.h"
#include "tree/to_value.h"

// Mounts and their volumes.

namespace skiff {

/// A read-only mount.
Value mount_at(std::string_view name, std::string_view path, const Origin& why);

/// Mounts and volumes of the spec's storage. If a pod with an fsGroup only reads a claim, the whole volume must be
/// read-only (`ClaimUse::read_only`). Otherwise the kubelet would change the group of all its files to the fsGroup.
Value volume_mounts(const std::vector<plan::Mount>& mounts);
enum class ClaimUse { write, read_only };
Value mounted_volumes(const plan::Plan& plan, const std::vector<plan::Mount>& mounts, ClaimUse use = ClaimUse::write);

/// A claim for a StatefulSet's volumeClaimTemplates. Its metadata has only the name.
Value claim_template(const plan::Volume& volume);

}  // namespace skiff
