#include "lower/k8s/client.h"

#include "embedded/templates.h"
#include "lower/k8s/auth.h"
#include "lower/k8s/mounts.h"
#include "plan/names.h"

namespace skiff {

Value conf_server(const plan::Plan& plan) {
  const plan::Endpoint& controller = plan.controller.endpoint;
  return Value::string(*controller.fqdn + ":" + std::to_string(*controller.port),
                       controller.fqdn.origin | controller.port.origin);
}

SlurmClient slurm_client(const plan::Plan& plan, const std::vector<plan::Mount>& users) {
  const Origin& why = plan.auth.method.origin;
  SlurmClient client;
  if (*plan.auth.method != "slurm") {
    client.mount = mount_at("slurm", "/etc/slurm", why);
    append(client.volumes, fill(templates::k8s_config_map_volume,
                                {{"name", fixed("slurm")}, {"configMap", to_value(config_map_name(plan))}}, why));
    return client;
  }
  client.container = fill(templates::k8s_sackd_container,
                          {{"image", to_value(plan.images.login)},
                           {"key", key_path(plan)},
                           {"usersMount", volume_mounts(users)},
                           {"pullPolicy", to_value(plan.images.pull_policy)},
                           {"confServer", conf_server(plan)}},
                          why);
  client.mount = mount_at("slurm", "/run/slurm", why);
  append(
      client.volumes,
      fill(templates::k8s_secret_volume,
           {{"name", fixed("keys")}, {"secret", to_value(plan.auth.secret)}, {"items", key_items(plan, false)}}, why));
  for (const char* name : {"slurm", "sackd-tmp"})
    append(client.volumes, fill(templates::k8s_emptydir_volume, {{"name", fixed(name)}}, why));
  return client;
}

}  // namespace skiff
