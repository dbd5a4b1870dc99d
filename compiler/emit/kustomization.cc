#include "emit/kustomization.h"

#include "embedded/templates.h"
#include "emit/yaml.h"
#include "tree/template.h"
#include "tree/to_value.h"

namespace skiff {
namespace {

Value text_map(const GeneratedConfigMap::Pairs& pairs) {
  Value map = Value::map();
  for (const auto& [key, value] : pairs) map.add(key, value);
  return map.members.empty() ? none() : map;
}

Value generator(const GeneratedConfigMap& map) {
  Value files = Value::list();
  for (const auto& file : map.files) {
    const bool same = file.path.ends_with("/" + file.key);
    files.items.push_back(Value::string(same ? file.path : file.key + "=" + file.path, map.origin | file.origin));
  }
  return fill(templates::config_map,
              {{"name", to_value(map.name)},
               {"namespace", to_value(map.name_space)},
               {"files", std::move(files)},
               {"labels", text_map(map.labels)},
               {"annotations", text_map(map.annotations)}},
              map.origin);
}

}  // namespace

OutputFile kustomization_yaml(const std::vector<ObjectFile>& objects,
                              const std::vector<GeneratedConfigMap>& config_maps) {
  Value resources = Value::list();
  for (const ObjectFile& file : objects) {
    Value path = Value::string(file.path, file.origin);
    // The file exists as long as one of its objects does.
    for (const Value& object : file.objects) path.origin |= object.origin;
    resources.items.push_back(std::move(path));
  }
  Value maps = Value::list();
  for (const auto& map : config_maps) maps.items.push_back(generator(map));
  OutputFile file{"kustomization.yaml", {}, {}};
  append_document(
      file, fill(templates::kustomization, {{"resources", std::move(resources)}, {"configMaps", std::move(maps)}}));
  return file;
}

}  // namespace skiff
