#include "lower/k8s/mounts.h"

#include "embedded/templates.h"

namespace skiff {

Value mount_at(std::string_view name, std::string_view path, const Origin& why) {
  return fill(
      templates::k8s_mount,
      {{"name", fixed(name)}, {"path", fixed(path)}, {"subPath", none()}, {"readOnly", Value::boolean(true, why)}},
      why);
}

Value volume_mounts(const std::vector<plan::Mount>& mounts) {
  Value list = Value::list();
  for (const auto& mount : mounts)
    list.items.push_back(fill(templates::k8s_mount,
                              {{"name", Value::string(pod_volume_name(*mount.storage), mount.storage.origin)},
                               {"path", to_value(mount.path)},
                               {"subPath", to_value(mount.sub_path)},
                               {"readOnly", *mount.read_only ? to_value(mount.read_only) : none()}},
                              mount.storage.origin | mount.read_only.origin));
  return list;
}

Value mounted_volumes(const plan::Plan& plan, const std::vector<plan::Mount>& mounts, ClaimUse use) {
  Value list = Value::list();
  for (const auto& volume : plan.storage) {
    Origin why = volume.name.origin;
    bool used = false;
    for (const auto& mount : mounts)
      if (*mount.storage == *volume.name) {
        used = true;
        why |= mount.storage.origin;
      }
    // The StatefulSet controller adds the volume for a claim of the pod.
    if (!used || volume.per_pod) continue;
    const Value name = Value::string(pod_volume_name(*volume.name), volume.name.origin);
    list.items.push_back(pod_volume(volume, name, use, why));
  }
  return list;
}

Value shared_folders_env(const plan::Texts& folders) {
  if (folders.empty()) return none();
  plan::Text paths;
  for (const plan::Text& folder : folders) {
    paths.value.append(paths->empty() ? "" : " ").append(*folder);
    paths.origin |= folder.origin;
  }
  return fill(templates::k8s_env, {{"name", fixed("SHARED_FOLDERS")}, {"value", to_value(paths)}}, paths.origin);
}

Value claim_template(const plan::Volume& volume, const plan::Text& name) {
  return fill(templates::k8s_claim_template,
              {{"name", to_value(name)},
               {"accessModes", to_value(volume.access_modes)},
               {"storageClass", to_value(volume.storage_class)},
               {"size", to_value(volume.size)}},
              volume.size->origin);
}

PodClaims pod_claims(const plan::Plan& plan, const std::vector<plan::Mount>& mounts) {
  PodClaims claims{Value::list(), none()};
  for (const plan::Volume& volume : plan.storage) {
    if (!volume.per_pod) continue;
    plan::Text name{pod_volume_name(*volume.name), volume.name.origin};
    bool used = false;
    for (const plan::Mount& mount : mounts)
      if (*mount.storage == *volume.name) {
        used = true;
        name.origin |= mount.storage.origin;
      }
    if (!used) continue;
    Value claim = claim_template(volume, name);
    add_origin(claim, name.origin);
    claims.templates.items.push_back(std::move(claim));
    claims.templates.origin |= name.origin;
    // All volumes of a pod have the same policy (SKF344).
    const plan::RetentionPolicy& policy = *volume.per_pod;
    if (claims.retention.kind == Value::Kind::none)
      claims.retention = Value::map().add("whenDeleted", policy.when_deleted).add("whenScaled", policy.when_scaled);
    add_origin(claims.retention, name.origin | policy.when_deleted.origin | policy.when_scaled.origin);
  }
  claims.templates = unless_empty(std::move(claims.templates));
  return claims;
}

}  // namespace skiff
