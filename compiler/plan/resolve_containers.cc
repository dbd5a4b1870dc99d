#include <algorithm>

#include "plan/containers.h"
#include "plan/resolve_parts.h"

namespace skiff {
namespace {

/// The volume of the import cache: that of the spec, otherwise that of the jail if jobs can keep a cache there.
std::optional<plan::Text> cache_storage(const spec::ImportCache& cache, const plan::Plan& plan) {
  if (!*cache.enabled) return std::nullopt;
  if (cache.storage) return cache.storage.tracked();
  if (!plan.jail) return std::nullopt;
  const bool read_only =
      std::ranges::any_of(plan.jail->root_options, [](const auto& option) { return *option == "ro"; });
  const plan::Volume* volume = find_volume(plan.storage, *plan.jail->storage);
  if (read_only || !volume || !is_shared(*volume)) return std::nullopt;
  return plan.jail->storage;
}

}  // namespace

plan::Mount image_cache_mount(const plan::Text& storage, const plan::Text* jail) {
  const Origin why = jail ? storage.origin | jail->origin : storage.origin;
  const std::string_view folder = jail && jail->value == *storage ? image_cache.substr(1) : "container-images";
  return {storage, {std::string(image_cache), why}, plan::Text{std::string(folder), why}, {false, why}};
}

std::optional<plan::Pyxis> resolve_pyxis(const spec::ClusterSpec& spec, const plan::Plan& plan,
                                         Diagnostics& diagnostics) {
  if (!spec.containers || !spec.containers->pyxis) return std::nullopt;
  const spec::Pyxis& pyxis = *spec.containers->pyxis;
  std::vector<std::string_view> volumes;
  for (const auto& [name, volume] : spec.storage) volumes.push_back(*name);
  if (pyxis.runtime.storage) check_known("SKF205", pyxis.runtime.storage, volumes, "spec.storage", diagnostics);
  plan::Pyxis resolved{pyxis.scope.tracked(),
                       pyxis.entrypoint.tracked(),
                       resolve_optional(pyxis.runtime.memory),
                       resolve_optional(pyxis.runtime.storage),
                       std::nullopt,
                       resolve_pairs(pyxis.enroot)};
  const spec::ImportCache& cache = pyxis.import_cache;
  if (cache.storage) check_known("SKF205", cache.storage, volumes, "spec.storage", diagnostics);
  if (auto storage = cache_storage(cache, plan))
    resolved.cache = plan::ImportCache{std::move(*storage), resolve_optional(cache.max_size),
                                       resolve_seconds(cache.unused_for), resolve_placement(cache.eviction)};
  return resolved;
}

std::vector<plan::SpankPlugin> resolve_plugstack(const std::vector<spec::SpankPlugin>& plugins) {
  std::vector<plan::SpankPlugin> resolved;
  for (const auto& plugin : plugins)
    resolved.push_back({plugin.plugin.tracked(), plugin.required.tracked(), resolve_texts(plugin.arguments)});
  return resolved;
}

std::optional<plan::Oci> resolve_oci(const spec::ClusterSpec& spec) {
  if (!spec.containers || !spec.containers->oci) return std::nullopt;
  const spec::Oci& oci = *spec.containers->oci;
  return plan::Oci{oci.runtime.tracked(), resolve_settings(oci.config)};
}

}  // namespace skiff
