#pragma once

#include <string_view>
#include <vector>

#include "plan/plan.h"
#include "tree/to_value.h"

// What is mounted, and the volumes behind it.

namespace skiff {

/// A mount that can't be written to.
Value mount_at(std::string_view name, std::string_view path, const Origin& why);

/// Mounts and volumes of the spec's storage. A pod with an fsGroup takes claims that it only reads as a whole read-only: the kubelet
/// would else give all of their files to that group.
Value volume_mounts(const std::vector<plan::Mount>& mounts);
enum class ClaimUse { write, read_only };
Value mounted_volumes(const plan::Plan& plan, const std::vector<plan::Mount>& mounts, ClaimUse use = ClaimUse::write);

/// A claim template of a StatefulSet or a claim of its own, without metadata but the name.
Value claim_template(const plan::Volume& volume);

}  // namespace skiff
