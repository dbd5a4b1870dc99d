#include "plan/health_checks.h"

#include <algorithm>

#include "embedded/shared.h"
#include "plan/jail.h"
#include "plan/user_mounts.h"

namespace skiff {

// Users do not see the others. Pods that were created before spec.users was changed lack the mounts of it.
bool has_mount_check(const plan::Mount& mount) { return *mount.path != jail_root && !is_user_mount(mount); }

bool has_space_check(const plan::Plan& plan, const plan::Mount& mount) {
  return std::any_of(plan.storage.begin(), plan.storage.end(),
                     [&](const plan::Volume& volume) { return *volume.name == *mount.storage && volume.host_path; });
}

std::vector<std::string> health_checks_of_items(const plan::Plan& plan) {
  std::vector<std::string> ids = {"space:" + std::string(shared::paths::workerState)};
  for (const auto& set : plan.node_sets)
    for (const auto& mount : set.mounts) {
      if (has_mount_check(mount)) ids.push_back("mount:" + *mount.path);
      if (has_space_check(plan, mount)) ids.push_back("space:" + *mount.path);
    }
  if (plan.health && plan.health->checks)
    for (const auto& [name, text] : plan.health->checks->programs) ids.push_back("custom:" + name);
  return ids;
}

}  // namespace skiff
