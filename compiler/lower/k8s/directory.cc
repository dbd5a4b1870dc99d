#include "lower/k8s/directory.h"

#include "embedded/shared.h"
#include "embedded/templates.h"
#include "lower/k8s/mounts.h"
#include "lower/k8s/projected.h"
#include "plan/names.h"
#include "provenance/constant.h"
#include "tree/to_value.h"

namespace skiff {
namespace {

/// sssd.conf, and the password and the certificates that it needs.
Value sources(const plan::Plan& plan) {
  const plan::Directory& directory = *plan.directory;
  if (directory.conf_secret) return Value::list({projected_secret(*directory.conf_secret, none())});
  Value list = Value::list({projected_config_map(sssd_config_map_name(plan), none())});
  add_origin(list.items.own().back(), directory.volume.origin);
  if (const auto& bind = directory.ldap->bind)
    append(list, projected_secret(bind->secret, projected_item(bind->key, "password")));
  if (const auto& ca = directory.ldap->ca) {
    if (ca->secret) append(list, projected_secret(*ca->secret, projected_item(ca->key, "ca.crt")));
    if (ca->config_map) append(list, projected_config_map(*ca->config_map, projected_item(ca->key, "ca.crt")));
  }
  return list;
}

DirectoryParts parts(const plan::Plan& plan, Value readiness) {
  if (!plan.directory) return {none(), Value::list()};
  const Origin& why = plan.directory->volume.origin;
  Value volumes = Value::list();
  append(volumes,
         fill(templates::k8s_secret_projected_volume, {{"name", fixed("sssd")}, {"sources", sources(plan)}}, why));
  append(volumes, fill(templates::k8s_emptydir_volume, {{"name", fixed("sssd-run")}}, why));
  return {fill(templates::k8s_sssd_container,
               {{"image", to_value(plan.images.login)},
                {"pullPolicy", to_value(plan.images.pull_policy)},
                {"volume", Value::string(pod_volume_name(*plan.directory->volume), why)},
                {"readinessProbe", std::move(readiness)}},
               why),
          std::move(volumes)};
}

}  // namespace

DirectoryParts directory_parts(const plan::Plan& plan) { return parts(plan, none()); }

DirectoryParts checked_directory_parts(const plan::Plan& plan) {
  if (!plan.directory || !plan.directory->ldap) return parts(plan, none());
  return parts(plan, fill(templates::k8s_directory_probe, {}, plan.directory->ldap->base.origin));
}

}  // namespace skiff
