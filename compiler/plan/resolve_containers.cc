#include "plan/containers.h"
#include "plan/resolve_parts.h"

namespace skiff {

plan::Mount image_cache_mount(const plan::Text& storage, const plan::Text* jail) {
  const Origin why = jail ? storage.origin | jail->origin : storage.origin;
  const std::string_view folder = jail && jail->value == *storage ? image_cache.substr(1) : "container-images";
  return {storage, {std::string(image_cache), why}, plan::Text{std::string(folder), why}, {false, why}};
}

std::optional<plan::Pyxis> resolve_pyxis(const spec::ClusterSpec& spec, Diagnostics& diagnostics) {
  if (!spec.containers) return std::nullopt;
  const spec::Pyxis& pyxis = spec.containers->pyxis;
  std::vector<std::string_view> volumes;
  for (const auto& [name, volume] : spec.storage) volumes.push_back(*name);
  if (pyxis.runtime.storage) check_known("SKF205", pyxis.runtime.storage, volumes, "spec.storage", diagnostics);
  plan::Pyxis resolved{pyxis.scope.tracked(),
                       pyxis.entrypoint.tracked(),
                       resolve_optional(pyxis.runtime.memory),
                       resolve_optional(pyxis.runtime.storage),
                       std::nullopt,
                       resolve_pairs(pyxis.enroot)};
  if (const auto& cache = pyxis.import_cache) {
    check_known("SKF205", cache->storage, volumes, "spec.storage", diagnostics);
    resolved.cache = plan::ImportCache{cache->storage.tracked(), resolve_optional(cache->max_size),
                                       resolve_seconds(cache->unused_for), resolve_placement(cache->eviction)};
  }
  return resolved;
}

std::vector<plan::SpankPlugin> resolve_plugstack(const std::vector<spec::SpankPlugin>& plugins) {
  std::vector<plan::SpankPlugin> resolved;
  for (const auto& plugin : plugins)
    resolved.push_back({plugin.plugin.tracked(), plugin.required.tracked(), resolve_texts(plugin.arguments)});
  return resolved;
}

}  // namespace skiff
