#include <algorithm>

#include "embedded/shared.h"
#include "rules/rules.h"

namespace skiff {
namespace {

// Paths that the daemons and the programs in the pods need. A mount cannot be at one of these paths…
constexpr std::string_view kept_paths[] = {"/",         "/bin", "/etc",     "/lib",      "/lib64",   "/run",
                                           "/sbin",     "/tmp", "/usr",     "/usr/bin",  "/usr/lib", "/usr/lib64",
                                           "/usr/sbin", "/var", "/var/run", "/var/spool"};
// … and cannot be at or below one of these.
constexpr std::string_view kept_trees[] = {"/dev",
                                           "/etc/skiff",
                                           "/etc/slurm",
                                           "/etc/ssh",
                                           shared::paths::jailRoot,
                                           "/proc",
                                           shared::paths::munged,
                                           "/run/secrets",
                                           "/run/slurm",
                                           "/run/slurmctld",
                                           "/run/slurmdbd",
                                           "/run/sshd",
                                           "/sys",
                                           shared::paths::programs,
                                           "/usr/local/nvidia",
                                           shared::paths::imageCache,
                                           shared::paths::containers,
                                           shared::paths::jailUsers,
                                           "/var/run/secrets",
                                           shared::paths::controllerState,
                                           shared::paths::workerState};

bool kept(std::string_view path) {
  const auto holds = [&](std::string_view tree) {
    return path.starts_with(tree) && (path.size() == tree.size() || path[tree.size()] == '/');
  };
  return std::find(std::begin(kept_paths), std::end(kept_paths), path) != std::end(kept_paths) ||
         std::any_of(std::begin(kept_trees), std::end(kept_trees), holds);
}

bool has_dots(const std::string& path) {
  return (path + "/").find("/../") != std::string::npos || (path + "/").find("/./") != std::string::npos;
}

}  // namespace

void rule_mount_paths(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  const auto& mounts = cluster.spec.mounts;
  for (const auto& mount : mounts) {
    const std::string& path = *mount.path;
    const auto unusable = [&](std::string message) { refuse(found, "SKF330", mount.path, std::move(message)); };
    if (has_dots(path))
      unusable("must not contain the path elements '.' or '..'");
    else if (kept(path))
      unusable("the programs in the pods need the files at this path: mount the volume elsewhere");
  }
  for (const auto& [name, volume] : cluster.spec.storage) {
    if (volume.host_path && has_dots(*volume.host_path))
      refuse(found, "SKF330", volume.host_path, "must not contain the path elements '.' or '..'");
  }
}

// Two volumes at one path of one pod: the API server refuses the pod, not the StatefulSet.
void rule_mount_node_sets(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  const auto& mounts = cluster.spec.mounts;
  const auto in_set = [](const spec::Mount& mount, const std::string& set) {
    return mount.node_sets.empty() ||
           std::any_of(mount.node_sets.begin(), mount.node_sets.end(), [&](const auto& name) { return *name == set; });
  };
  for (std::size_t i = 0; i < mounts.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (*mounts[i].path != *mounts[j].path) continue;
      const bool same_set =
          std::any_of(cluster.spec.node_sets.begin(), cluster.spec.node_sets.end(),
                      [&](const auto& set) { return in_set(mounts[i], *set.name) && in_set(mounts[j], *set.name); });
      const bool same_login = !cluster.spec.login.empty() && *mounts[i].login && *mounts[j].login;
      if (!same_set && !same_login) continue;
      duplicate(found, "SKF331", mounts[i].path, "already mounted in the same pod", mounts[j].path.span,
                "the first mount at this path");
      break;
    }
  }
}

void rule_toleration_fields(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  const auto check = [&](const spec::Placement& placement) {
    for (const auto& toleration : placement.tolerations) {
      if (!toleration.key && *toleration.op != "Exists")
        require(found, "SKF332", toleration, "key", "only the operator Exists may have no key");
      if (toleration.value && *toleration.op == "Exists")
        forbid(found, "SKF332", toleration.value, "may not be specified together with the operator Exists");
    }
  };
  check(cluster.spec.controller);
  if (cluster.spec.accounting) check(*cluster.spec.accounting);
  for (const auto& set : cluster.spec.node_sets) check(set);
  for (const auto& login : cluster.spec.login) check(login);
  if (cluster.spec.rest_api) check(*cluster.spec.rest_api);
}

void rule_state_claim(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  const auto& state = cluster.spec.controller.state;
  if (!state.existing_claim) return;
  for (const auto* field : {&state.size, &state.storage_class})
    if (field->given)
      forbid(found, "SKF334", *field,
             "may not be specified together with existingClaim: that claim has its own size and storage class");
}

}  // namespace skiff
