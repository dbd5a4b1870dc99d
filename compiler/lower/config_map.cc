#include "lower/config_map.h"

#include <algorithm>
#include <utility>

#include "provenance/constant.h"
#include "text/split.h"

namespace skiff {

MapFile as_it_is(std::string key, std::string path, const plan::Text& text) {
  OutputFile file{std::move(path), {}, {}};
  std::string_view rest = *text;
  while (!rest.empty()) file.line(take_until(rest, '\n'), text.origin);
  return {std::move(key), std::move(file)};
}

void add_config_map(Bundle& bundle, const plan::Plan& plan, const plan::Text& name, std::vector<MapFile> files,
                    const Origin& why) {
  GeneratedConfigMap map;
  map.name = name;
  map.name_space = plan.ns;
  map.origin = why;
  map.labels = {{"app.kubernetes.io/name", constant("slurm")},
                {"app.kubernetes.io/instance", plan.name},
                {"app.kubernetes.io/component", constant("config")},
                {"app.kubernetes.io/part-of", constant("slurm")},
                {"app.kubernetes.io/managed-by", constant("skiff")}};
  map.labels.insert(map.labels.end(), plan.labels.begin(), plan.labels.end());
  map.annotations = plan.annotations;
  // Flux would otherwise substitute variables, and break every $ in the scripts.
  const char* const substitute = "kustomize.toolkit.fluxcd.io/substitute";
  if (std::none_of(map.annotations.begin(), map.annotations.end(),
                   [&](const auto& pair) { return pair.first == substitute; }))
    map.annotations.emplace(map.annotations.begin(), substitute, constant("disabled"));
  for (auto& [key, file] : files) {
    // The first line of a file exists for the same reason as the file, so it gives the entry its origin.
    map.files.push_back({std::move(key), file.path, file.lines.front()});
    bundle.files.push_back(std::move(file));
  }
  bundle.config_maps.push_back(std::move(map));
}

}  // namespace skiff
