#include "lower/k8s/containers.h"

#include "embedded/templates.h"
#include "lower/k8s/metadata.h"
#include "lower/k8s/mounts.h"
#include "lower/k8s/objects.h"
#include "lower/k8s/pods.h"
#include "lower/runtime/scripts.h"
#include "plan/containers.h"
#include "plan/jail.h"
#include "plan/names.h"
#include "plan/units.h"
#include "provenance/constant.h"
#include "tree/to_value.h"

namespace skiff {
namespace {

/// The path of the image cache in a worker pod. Jobs always see the cache at the same path.
plan::Text cache_path(const plan::Plan& plan) {
  const plan::Text& storage = plan.pyxis->cache->storage;
  if (!plan.jail) return {std::string(image_cache), storage.origin};
  const bool inside = *plan.jail->storage == *storage;
  return {(inside ? std::string(jail_root) : "") + std::string(image_cache),
          storage.origin | plan.jail->storage.origin};
}

Value volume(const plan::Pyxis& pyxis) {
  const Origin why = pyxis.memory ? pyxis.memory->origin : pyxis.scope.origin;
  return fill(templates::k8s_containers_volume,
              {{"medium", pyxis.memory ? Value::string("Memory", why) : none()}, {"size", to_value(pyxis.memory)}},
              why);
}

}  // namespace

ContainerParts container_parts(const plan::Plan& plan) {
  ContainerParts parts;
  if (!plan.pyxis) return parts;
  const plan::Pyxis& pyxis = *plan.pyxis;
  const Origin& why = pyxis.scope.origin;
  const auto variable = [&](const char* name, Value value) {
    append(parts.env, fill(templates::k8s_env, {{"name", fixed(name)}, {"value", std::move(value)}}, why));
  };
  variable("CONTAINERS", fixed(containers_folder));
  if (pyxis.cache) variable("IMAGE_CACHE", to_value(cache_path(plan)));
  append(parts.mounts, mount_at("enroot", enroot_settings, why));
  append(parts.volumes, fill(templates::k8s_config_map_volume,
                             {{"name", fixed("enroot")}, {"configMap", to_value(enroot_config_map_name(plan))}}, why));
  if (pyxis.storage) {
    append(parts.mounts, fill(templates::k8s_containers_mount,
                              {{"name", Value::string(pod_volume_name(**pyxis.storage), pyxis.storage->origin)},
                               {"path", fixed(containers_folder)}},
                              pyxis.storage->origin));
  } else {
    append(parts.mounts, fill(templates::k8s_mount,
                              {{"name", fixed("containers")},
                               {"path", fixed(containers_folder)},
                               {"subPath", none()},
                               {"readOnly", none()}},
                              why));
    append(parts.volumes, volume(pyxis));
  }
  return parts;
}

Origin containers_origin(const plan::Plan& plan) {
  Origin why;
  if (plan.pyxis) why |= plan.pyxis->scope.origin;
  if (plan.oci) why |= plan.oci->runtime.origin;
  return why;
}

ObjectFile evict_images_objects(const plan::Plan& plan) {
  const plan::ImportCache& cache = *plan.pyxis->cache;
  const Component component{constant("containers"), constant("evict-images"), object_name(plan.name, "evict-images")};
  const std::vector<plan::Mount> mounts{image_cache_mount(cache.storage, plan.jail ? &plan.jail->storage : nullptr)};
  Value command = Value::list();
  append(command, to_value(constant(script_path("evict-images.sh"))));
  append(command, fixed(image_cache));
  append(command, Value::string(std::to_string(*cache.unused_for), cache.unused_for.origin));
  if (cache.max_size)
    append(command, Value::string(std::to_string(mebibytes(**cache.max_size)), cache.max_size->origin));
  Substitutions substitutions{
      {"metadata", metadata(plan, component)},
      {"labels", labels(plan, component)},
      {"podLabels", labels(plan, component)},
      {"podAnnotations", to_value(plan.annotations)},
      {"image", to_value(plan.images.tools)},
      {"command", std::move(command)},
      {"mounts", volume_mounts(mounts)},
      {"scripts", fill(templates::k8s_programs_volume,
                       {{"name", fixed("scripts")}, {"configMap", to_value(scripts_config_map_name(plan))}})},
      {"volumes", mounted_volumes(plan, mounts)}};
  add_pod_values(substitutions, plan, cache.eviction);
  return {"k8s/evict-images.yaml",
          objects_of(fill(templates::k8s_evict_images_cronjob, std::move(substitutions), cache.storage.origin))};
}

}  // namespace skiff
