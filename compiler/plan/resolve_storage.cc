#include <algorithm>

#include "plan/containers.h"
#include "plan/jail.h"
#include "plan/resolve_parts.h"
#include "spec/refuse.h"

namespace skiff {

std::vector<plan::Volume> resolve_storage(const spec::ClusterSpec& spec, const plan::Plan& plan,
                                          Diagnostics& diagnostics) {
  std::vector<plan::Volume> volumes;
  for (const auto& [name, source] : spec.storage) {
    const int kinds = source.claim.has_value() + bool(source.existing_claim) + bool(source.host_path);
    if (kinds == 0) {
      require(diagnostics, "SKF206", source, "claim", "give exactly one of claim, existingClaim, hostPath");
      continue;
    }
    if (kinds > 1) {
      forbid(diagnostics, "SKF206", source, "only one of claim, existingClaim and hostPath may be specified");
      continue;
    }
    plan::Volume volume;
    volume.name = name.tracked();
    if (source.claim) {
      volume.create = true;
      volume.claim = plan::Text{*plan.name + "-" + *name, plan.name.origin | name.origin};
      volume.size = source.claim->size.tracked();
      volume.storage_class = resolve_optional(source.claim->storage_class);
      volume.access_modes = resolve_texts(source.claim->access_modes);
      // Worker and login pods on several Kubernetes nodes mount it at once.
      if (volume.access_modes.empty()) volume.access_modes.push_back(constant("ReadWriteMany"));
    } else if (source.existing_claim) {
      volume.claim = source.existing_claim.tracked();
    } else {
      volume.host_path = source.host_path.tracked();
    }
    volumes.push_back(std::move(volume));
  }
  return volumes;
}

std::vector<std::string_view> volume_names(const plan::Plan& plan) {
  std::vector<std::string_view> names;
  for (const auto& volume : plan.storage) names.push_back(*volume.name);
  return names;
}

std::vector<plan::Mount> resolve_mounts(const spec::ClusterSpec& spec, const plan::Plan& plan,
                                        const plan::Text* node_set) {
  std::vector<plan::Mount> mounts;
  if (spec.jail) mounts = {jail_mount(spec.jail->storage.tracked()), jail_users_mount(spec.jail->storage.tracked())};
  if (node_set && plan.pyxis && plan.pyxis->cache) {
    // If the cache is in the jail's volume, the mount of the jail already contains it.
    const plan::Text& storage = plan.pyxis->cache->storage;
    if (!plan.jail || *plan.jail->storage != *storage)
      mounts.push_back(image_cache_mount(storage, plan.jail ? &plan.jail->storage : nullptr));
  }
  for (const auto& mount : spec.mounts) {
    if (node_set) {
      if (!mount.node_sets.empty()) {
        const bool named = std::any_of(mount.node_sets.begin(), mount.node_sets.end(),
                                       [&](const auto& name) { return *name == node_set->value; });
        if (!named) continue;
      }
    } else if (!*mount.login) {
      continue;
    }
    plan::Mount resolved{mount.storage.tracked(), mount.path.tracked(), resolve_optional(mount.sub_path),
                         mount.read_only.tracked()};
    // nodeSets and login decide which pods have the mount, so they are part of the origin of each of its lines.
    Origin why = node_set ? Origin() : mount.login.origin;
    if (node_set)
      for (const auto& name : mount.node_sets)
        if (*name == node_set->value) why |= name.origin;
    resolved.storage.origin |= why;
    resolved.path.origin |= why;
    resolved.read_only.origin |= why;
    mounts.push_back(std::move(resolved));
  }
  return mounts;
}

void check_mounts(const spec::ClusterSpec& spec, Diagnostics& diagnostics) {
  std::vector<std::string_view> volumes, sets;
  for (const auto& [name, volume] : spec.storage) volumes.push_back(*name);
  for (const auto& set : spec.node_sets) sets.push_back(*set.name);
  for (const auto& mount : spec.mounts) {
    check_known("SKF205", mount.storage, volumes, "spec.storage", diagnostics);
    for (const auto& name : mount.node_sets) check_known("SKF204", name, sets, "spec.nodeSets", diagnostics);
  }
}

}  // namespace skiff
