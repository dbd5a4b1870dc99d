#include "lower/k8s/auth.h"

#include "embedded/shared.h"
#include "embedded/templates.h"
#include "plan/names.h"

namespace skiff {
namespace {

Value item(const Value& name) { return Value::map().add("key", name).add("path", name); }

/// The key set of the identity provider, as a file beside Slurm's keys. none() without one.
Value jwks_source(const plan::Plan& plan) {
  if (!plan.auth.jwks) return none();
  const plan::Jwks& jwks = *plan.auth.jwks;
  Value items = Value::list({Value::map().add("key", to_value(jwks.key)).add("path", fixed("jwks.json"))});
  return fill(templates::k8s_projected_config_map, {{"name", to_value(jwks.config_map)}, {"items", std::move(items)}},
              jwks.config_map.origin);
}

Value secret_source(const plan::Plan& plan, bool jwt) {
  return fill(templates::k8s_projected_secret,
              {{"secret", to_value(plan.auth.secret)}, {"items", key_items(plan, jwt)}});
}

}  // namespace

Munge munge(const plan::Plan& plan, const plan::Text& image) {
  if (*plan.auth.method != "munge") return {};
  const Origin& why = plan.auth.method.origin;
  Value items = Value::list();
  items.items.push_back(item(to_value(plan.auth.key_file)));
  Value volumes = Value::list();
  volumes.items.push_back(
      fill(templates::k8s_secret_volume,
           {{"name", fixed("munge-key")}, {"secret", to_value(plan.auth.secret)}, {"items", std::move(items)}}, why));
  volumes.items.push_back(fill(templates::k8s_emptydir_volume, {{"name", fixed("munge")}}, why));
  Value mount = fill(
      templates::k8s_mount,
      {{"name", fixed("munge")}, {"path", fixed(shared::paths::munged)}, {"subPath", none()}, {"readOnly", none()}},
      why);
  Value container = fill(templates::k8s_munged_container,
                         {{"image", to_value(image)}, {"pullPolicy", to_value(plan.images.pull_policy)}}, why);
  add_origin(volumes, why);
  return {std::move(container), std::move(mount), std::move(volumes)};
}

Value key_items(const plan::Plan& plan, bool jwt) {
  Value items = Value::list();
  if (*plan.auth.method == "slurm") {
    items.items.push_back(item(to_value(plan.auth.key_file)));
    add_origin(items.items.own().back(), plan.auth.method.origin);
  }
  if (jwt && *plan.auth.jwt) items.items.push_back(item(fixed("jwt_hs256.key")));
  return items;
}

Value key_path(const plan::Plan& plan) {
  return Value::string(std::string(shared::paths::keys) + '/' + *plan.auth.key_file, plan.auth.key_file.origin);
}

Value config_and_keys(const plan::Plan& plan) {
  Value sources = Value::list();
  sources.items.push_back(
      fill(templates::k8s_projected_config_map, {{"name", to_value(config_map_name(plan))}, {"items", none()}}));
  if (!key_items(plan, true).items.empty()) sources.items.push_back(secret_source(plan, true));
  append(sources, jwks_source(plan));
  add_origin(sources, plan.auth.method.origin);
  return sources;
}

KeyFiles key_files(const plan::Plan& plan) {
  Value items = key_items(plan, true);
  if (items.items.empty()) return {};
  const Origin& why = plan.auth.method.origin;
  Value mount = fill(templates::k8s_mount,
                     {{"name", fixed("keys")},
                      {"path", fixed("/etc/slurm")},
                      {"subPath", none()},
                      {"readOnly", Value::boolean(true, why)}},
                     why);
  if (!plan.auth.jwks)
    return {std::move(mount),
            fill(templates::k8s_group_secret_volume,
                 {{"name", fixed("keys")}, {"secret", to_value(plan.auth.secret)}, {"items", std::move(items)}}, why)};
  Value sources = Value::list({secret_source(plan, true), jwks_source(plan)});
  return {std::move(mount),
          fill(templates::k8s_group_projected_volume, {{"name", fixed("keys")}, {"sources", std::move(sources)}}, why)};
}

}  // namespace skiff
