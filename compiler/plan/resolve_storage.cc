#include <algorithm>

#include "plan/containers.h"
#include "plan/jail.h"
#include "plan/resolve_parts.h"
#include "plan/user_mounts.h"
#include "spec/refuse.h"
#include "text/join.h"

namespace skiff {

namespace {

// The fields of a volume that give it its kind, each with whether the user wrote it.
std::vector<std::pair<std::string_view, bool>> kinds_of(const spec::Volume& volume) {
  return {{"claim", volume.claim.has_value()},
          {"existingClaim", bool(volume.existing_claim)},
          {"claimPerPod", volume.claim_per_pod.has_value()},
          {"persistentVolume", volume.persistent_volume.has_value()},
          {"hostPath", bool(volume.host_path)},
          {"emptyDir", volume.empty_dir.has_value()},
          {"nfs", volume.nfs.has_value()},
          {"configMap", volume.config_map.has_value()},
          {"secret", volume.secret.has_value()},
          {"csi", volume.csi.has_value()},
          {"image", volume.image.has_value()}};
}

// Reports a volume that does not have exactly one kind.
bool has_one_kind(const spec::Volume& volume, Diagnostics& diagnostics) {
  std::vector<std::string_view> all, given;
  for (const auto& [kind, is_given] : kinds_of(volume)) {
    all.push_back(kind);
    if (is_given) given.push_back(kind);
  }
  if (given.empty())
    require(diagnostics, "SKF206", volume, "claim", "give exactly one of " + joined(all, ", "));
  else if (given.size() > 1)
    forbid(diagnostics, "SKF206", volume, "only one of " + joined(given, ", ") + " may be specified");
  return given.size() == 1;
}

// Reports a PersistentVolume that is not exactly one of nfs and local, or a local one without its nodes.
bool has_one_source(const spec::PersistentVolume& volume, Diagnostics& diagnostics) {
  if (!volume.nfs && !volume.local)
    require(diagnostics, "SKF206", volume, "nfs", "give exactly one of nfs, local");
  else if (volume.nfs && volume.local)
    forbid(diagnostics, "SKF206", volume, "only one of nfs, local may be specified");
  else if (volume.nfs || volume.local->nodes.empty() != volume.local->node_selector.empty())
    return true;
  else if (volume.local->nodes.empty())
    require(diagnostics, "SKF206", *volume.local, "nodes", "give exactly one of nodes, nodeSelector");
  else
    forbid(diagnostics, "SKF206", *volume.local, "only one of nodes, nodeSelector may be specified");
  return false;
}

template <class Files>
plan::KeyFiles resolve_files(const Files& files) {
  plan::KeyFiles resolved{files.name.tracked(), files.optional.tracked(), files.default_mode.tracked(), {}};
  for (const spec::KeyFile& item : files.items)
    resolved.items.push_back({item.key.tracked(), item.path.tracked(), resolve_optional(item.mode)});
  return resolved;
}

plan::Csi resolve_csi(const spec::Csi& csi) {
  plan::Csi resolved{csi.driver.tracked(), resolve_optional(csi.fs_type), csi.read_only.tracked(),
                     resolve_pairs(csi.volume_attributes), std::nullopt};
  if (csi.secret) resolved.secret = csi.secret->name.tracked();
  return resolved;
}

// Several pods on several Kubernetes nodes mount most volumes at once.
plan::Texts resolve_modes(const spec::Texts& modes, const char* otherwise = "ReadWriteMany") {
  plan::Texts resolved = resolve_texts(modes);
  if (resolved.empty()) resolved.push_back(constant(otherwise));
  return resolved;
}

// Fills in a volume whose claim is to be created.
void resolve_claim(const spec::Text& name, const plan::Plan& plan, plan::Volume& volume) {
  volume.create = true;
  volume.claim = plan::Text{*plan.name + "-" + *name, plan.name.origin | name.origin};
}

plan::PersistentVolume resolve_persistent(const spec::PersistentVolume& volume, const plan::Plan& plan,
                                          const plan::Text& claim) {
  plan::PersistentVolume resolved;
  resolved.name = cluster_wide_name(plan.ns, claim);
  if (const auto& nfs = volume.nfs) {
    resolved.nfs = plan::Nfs{nfs->server.tracked(), nfs->path.tracked(), nfs->read_only.tracked()};
    resolved.mount_options = resolve_texts(nfs->mount_options);
  }
  if (const auto& local = volume.local)
    resolved.local =
        plan::LocalVolume{local->path.tracked(), resolve_texts(local->nodes), resolve_pairs(local->node_selector)};
  return resolved;
}

}  // namespace

plan::EmptyDir resolve_empty_dir(const spec::EmptyDir& dir, const Origin& why) {
  return {{bool(dir.medium), dir.medium ? dir.medium.origin : why}, resolve_optional(dir.size_limit)};
}

std::vector<plan::Volume> resolve_storage(const spec::ClusterSpec& spec, const plan::Plan& plan,
                                          Diagnostics& diagnostics) {
  std::vector<plan::Volume> volumes;
  for (const auto& [name, source] : spec.storage) {
    if (!has_one_kind(source, diagnostics)) continue;
    plan::Volume volume;
    volume.name = name.tracked();
    if (source.claim) {
      resolve_claim(name, plan, volume);
      volume.size = source.claim->size.tracked();
      volume.storage_class = resolve_optional(source.claim->storage_class);
      volume.access_modes = resolve_modes(source.claim->access_modes);
    }
    if (const auto& claim = source.claim_per_pod) {
      volume.size = claim->size.tracked();
      volume.storage_class = resolve_optional(claim->storage_class);
      volume.access_modes = resolve_modes(claim->access_modes, "ReadWriteOnce");
      volume.per_pod =
          plan::RetentionPolicy{claim->retention.when_deleted.tracked(), claim->retention.when_scaled.tracked()};
    }
    if (const auto& persistent = source.persistent_volume) {
      if (!has_one_source(*persistent, diagnostics)) continue;
      resolve_claim(name, plan, volume);
      volume.size = persistent->size.tracked();
      volume.access_modes = resolve_modes(persistent->access_modes);
      // Without it, the API server fills in the default class, and its driver provisions another volume.
      volume.storage_class = constant("");
      volume.persistent = resolve_persistent(*persistent, plan, *volume.claim);
    }
    if (source.existing_claim) volume.claim = source.existing_claim.tracked();
    volume.host_path = resolve_optional(source.host_path);
    if (source.empty_dir) volume.empty_dir = resolve_empty_dir(*source.empty_dir, name.origin);
    if (const auto& nfs = source.nfs)
      volume.nfs = plan::Nfs{nfs->server.tracked(), nfs->path.tracked(), nfs->read_only.tracked()};
    if (source.config_map) volume.config_map = resolve_files(*source.config_map);
    if (source.secret) volume.secret = resolve_files(*source.secret);
    if (source.csi) volume.csi = resolve_csi(*source.csi);
    if (const auto& image = source.image)
      volume.image = plan::ImageContent{image->reference.tracked(),
                                        image->pull_policy ? image->pull_policy.tracked() : plan.images.pull_policy};
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
  std::ranges::move(user_mounts(plan), std::back_inserter(mounts));
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
