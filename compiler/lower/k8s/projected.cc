#include "lower/k8s/projected.h"

#include "embedded/templates.h"
#include "lower/k8s/mounts.h"

namespace skiff {

Value projected_item(const plan::Text& key, std::string_view path) {
  return Value::list({Value::map().add("key", to_value(key)).add("path", fixed(path))});
}

Value projected_secret(const plan::Text& secret, Value items) {
  return fill(templates::k8s_projected_secret, {{"secret", to_value(secret)}, {"items", std::move(items)}},
              secret.origin);
}

Value projected_config_map(const plan::Text& name, Value items) {
  return fill(templates::k8s_projected_config_map, {{"name", to_value(name)}, {"items", std::move(items)}},
              name.origin);
}

FileVolume file_volume(const plan::Source& source, std::string_view name, std::string_view key,
                       std::string_view folder) {
  const Origin& why = source.origin();
  Value items = projected_item({std::string(key), why}, key);
  Value sources = Value::list();
  append(sources, source.secret ? projected_secret(*source.secret, std::move(items))
                                : projected_config_map(*source.config_map, std::move(items)));
  return {mount_at(name, folder, why),
          fill(templates::k8s_secret_projected_volume, {{"name", fixed(name)}, {"sources", std::move(sources)}}, why)};
}

}  // namespace skiff
