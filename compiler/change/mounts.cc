#include "change/mounts.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "verify/object_set.h"

namespace skiff::change {
namespace {

/// The spec of the pods of an object, or nullptr.
const Value* pods_of(const Value& object) {
  if (const Value* pod = object.at({"spec", "template", "spec"})) return pod;
  if (const Value* pod = object.at({"spec", "jobTemplate", "spec", "template", "spec"})) return pod;
  return object.at({"template", "spec"});
}

bool names(const Value& source, std::string_view name, std::string_view key) { return text_of(source, key) == name; }

/// The volumes of a pod that hold the ConfigMap.
std::set<std::string_view> volumes_with(const Value& pod, std::string_view name) {
  std::set<std::string_view> found;
  for (const Value& volume : items_of(pod, "volumes")) {
    const Value* map = volume.find("configMap");
    bool holds = map && names(*map, name, "name");
    if (const Value* projected = volume.find("projected"))
      for (const Value& source : items_of(*projected, "sources"))
        if (const Value* part = source.find("configMap")) holds = holds || names(*part, name, "name");
    if (holds) found.insert(text_of(volume, "name"));
  }
  return found;
}

bool has_variables_of(const Value& container, std::string_view name) {
  for (const Value& variable : items_of(container, "env"))
    if (const Value* key = variable.at({"valueFrom", "configMapKeyRef"}))
      if (names(*key, name, "name")) return true;
  for (const Value& source : items_of(container, "envFrom"))
    if (const Value* map = source.find("configMapRef"))
      if (names(*map, name, "name")) return true;
  return false;
}

}  // namespace

ConfigMapUse use_of(const Side& side, const Object& config_map) {
  ConfigMapUse use;
  for (const Object& object : side.objects) {
    const Value* pod = object.ns == config_map.ns ? pods_of(object.value) : nullptr;
    if (!pod) continue;
    const std::set<std::string_view> volumes = volumes_with(*pod, config_map.name);
    bool mounted = false, copied = false;
    each_container(*pod, [&](const Value& container) {
      copied = copied || has_variables_of(container, config_map.name);
      for (const Value& mount : items_of(container, "volumeMounts")) {
        if (!volumes.contains(text_of(mount, "name"))) continue;
        // The kubelet never updates a file that is mounted by a path inside its volume.
        (mount.find("subPath") || mount.find("subPathExpr") ? copied : mounted) = true;
      }
    });
    const std::string name = object.kind + " " + object.name;
    if (mounted) use.mounted.push_back(name);
    if (copied) use.copied.push_back(name);
  }
  return use;
}

}  // namespace skiff::change
