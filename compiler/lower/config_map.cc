#include "lower/config_map.h"

#include <algorithm>
#include <utility>

namespace skiff {

void add_config_map(Bundle& bundle, const plan::Plan& plan, const plan::Text& name, std::vector<MapFile> files) {
  GeneratedConfigMap map;
  map.name = *name;
  map.name_space = *plan.ns;
  map.origin = name.origin | plan.ns.origin;
  const auto label = [&](const char* key, std::string value) { map.labels.emplace_back(key, std::move(value)); };
  label("app.kubernetes.io/name", "slurm");
  label("app.kubernetes.io/instance", *plan.name);
  label("app.kubernetes.io/component", "config");
  label("app.kubernetes.io/part-of", "slurm");
  label("app.kubernetes.io/managed-by", "skiff");
  for (const auto& [key, value] : plan.labels) {
    label(key.c_str(), *value);
    map.origin |= value.origin;
  }
  for (const auto& [key, value] : plan.annotations) {
    map.annotations.emplace_back(key, *value);
    map.origin |= value.origin;
  }
  // Flux's substitution would eat every $ of the scripts.
  const char* const substitute = "kustomize.toolkit.fluxcd.io/substitute";
  if (std::none_of(map.annotations.begin(), map.annotations.end(),
                   [&](const auto& pair) { return pair.first == substitute; }))
    map.annotations.emplace(map.annotations.begin(), substitute, "disabled");
  for (auto& [key, file] : files) {
    // The first line is there for the file's sake.
    map.files.push_back({std::move(key), file.path, file.lines.front()});
    bundle.files.push_back(std::move(file));
  }
  bundle.config_maps.push_back(std::move(map));
}

}  // namespace skiff
