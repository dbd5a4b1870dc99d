#include "lower/k8s/volumes.h"

#include <string>

#include "embedded/templates.h"
#include "tree/to_value.h"

namespace skiff {
namespace {

/// A flag that is written only if it is true.
Value if_true(const plan::Bool& flag) { return *flag ? to_value(flag) : none(); }

/// Kubernetes writes modes as decimal numbers, so the comment has the octal one.
Value mode(const std::optional<plan::Text>& octal) {
  if (!octal) return none();
  Value number = Value::integer(std::stoi(**octal, nullptr, 8), octal->origin);
  number.comment = "Octal " + **octal + ".";
  return number;
}

Value items(const std::vector<plan::KeyFile>& files) {
  Value list = Value::list();
  for (const plan::KeyFile& file : files) {
    Value item = Value::map(file.key.origin);
    item.add("key", file.key).add("path", file.path).add("mode", mode(file.mode));
    list.items.push_back(std::move(item));
    list.origin |= file.key.origin;
  }
  return unless_empty(std::move(list));
}

Value key_files(const Template& form, const char* source, const plan::KeyFiles& files, const Value& name,
                const Origin& why) {
  return fill(form,
              {{"name", name},
               {source, to_value(files.name)},
               {"optional", if_true(files.optional)},
               {"defaultMode", mode(files.default_mode)},
               {"items", items(files.items)}},
              why);
}

Value csi(const plan::Csi& csi, const Value& name, const Origin& why) {
  Value secret = none();
  if (csi.secret) {
    secret = Value::map(csi.secret->origin);
    secret.add("name", *csi.secret);
  }
  return fill(templates::k8s_storage_csi_volume,
              {{"name", name},
               {"driver", to_value(csi.driver)},
               {"fsType", to_value(csi.fs_type)},
               {"readOnly", if_true(csi.read_only)},
               {"volumeAttributes", to_value(csi.attributes)},
               {"secretRef", std::move(secret)}},
              why);
}

}  // namespace

Value empty_dir_volume(const plan::EmptyDir& dir, const Value& name, const Origin& why) {
  Value volume = fill(templates::k8s_storage_empty_dir_volume,
                      {{"name", name},
                       {"medium", *dir.in_memory ? Value::string("Memory", dir.in_memory.origin) : none()},
                       {"sizeLimit", to_value(dir.size_limit)}},
                      why);
  // Without fields, the line is `emptyDir: {}`.
  Value& source = *volume.find("emptyDir");
  source.origin |= dir.in_memory.origin;
  if (dir.size_limit) source.origin |= dir.size_limit->origin;
  return volume;
}

Value pod_volume(const plan::Volume& volume, const Value& name, ClaimUse use, const Origin& why) {
  if (volume.host_path)
    return fill(templates::k8s_host_path_volume, {{"name", name}, {"path", to_value(volume.host_path)}}, why);
  if (volume.empty_dir) return empty_dir_volume(*volume.empty_dir, name, why);
  if (volume.nfs)
    return fill(templates::k8s_storage_nfs_volume,
                {{"name", name},
                 {"server", to_value(volume.nfs->server)},
                 {"path", to_value(volume.nfs->path)},
                 {"readOnly", if_true(volume.nfs->read_only)}},
                why);
  if (volume.config_map)
    return key_files(templates::k8s_storage_config_map_volume, "configMap", *volume.config_map, name, why);
  if (volume.secret) return key_files(templates::k8s_storage_secret_volume, "secret", *volume.secret, name, why);
  if (volume.csi) return csi(*volume.csi, name, why);
  if (volume.image)
    return fill(templates::k8s_storage_image_volume,
                {{"name", name},
                 {"reference", to_value(volume.image->reference)},
                 {"pullPolicy", to_value(volume.image->pull_policy)}},
                why);
  return fill(templates::k8s_claim_volume,
              {{"name", name},
               {"claim", to_value(volume.claim)},
               {"readOnly", use == ClaimUse::read_only ? Value::boolean(true, why) : none()}},
              why);
}

}  // namespace skiff
