#pragma once

#include <string_view>
#include <vector>

#include "lower/k8s/volumes.h"
#include "plan/plan.h"
#include "tree/to_value.h"

// Mounts and their volumes.

namespace skiff {

/// A read-only mount.
Value mount_at(std::string_view name, std::string_view path, const Origin& why);

/// Mounts and volumes of the spec's storage.
Value volume_mounts(const std::vector<plan::Mount>& mounts);
Value mounted_volumes(const plan::Plan& plan, const std::vector<plan::Mount>& mounts, ClaimUse use = ClaimUse::write);

/// The variable for start-slurmd.sh and start-sshd.sh with these directories; none if there are none.
Value shared_folders_env(const plan::Texts& folders);

/// A claim for a StatefulSet's volumeClaimTemplates. Its metadata has only the name.
Value claim_template(const plan::Volume& volume, const plan::Text& name);

/// The fields of a StatefulSet for the volumes that each of its pods has for itself; none without such volumes.
struct PodClaims {
  Value templates, retention;
};
PodClaims pod_claims(const plan::Plan& plan, const std::vector<plan::Mount>& mounts);

}  // namespace skiff
