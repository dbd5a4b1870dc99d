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
                              {{"name", Value::string("storage-" + *mount.storage, mount.storage.origin)},
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
    if (!used) continue;
    const Value name = Value::string("storage-" + *volume.name, volume.name.origin);
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

Value claim_template(const plan::Volume& volume) {
  return fill(templates::k8s_state_claim,
              {{"name", to_value(volume.name)},
               {"accessModes", to_value(volume.access_modes)},
               {"storageClass", to_value(volume.storage_class)},
               {"size", to_value(volume.size)}},
              volume.size->origin);
}

}  // namespace skiff
