#include "embedded/templates.h"
#include "lower/k8s/objects.h"
#include "lower/k8s/parts.h"
#include "lower/slurm/restart.h"
#include "plan/resolve_parts.h"

namespace skiff {
ObjectFile login_objects(const plan::Plan& plan, const plan::Login& login, const Conf& sshd) {
  const Component component{constant("login"), login.component, login.object};
  Munge auth = munge(plan, plan.images.login);
  SlurmClient client = slurm_client(plan);
  Value init = Value::list();
  append(init, std::move(client.container));
  append(init, std::move(auth.container));
  Value annotations = plan.annotations.empty() ? Value::map() : to_value(plan.annotations);
  // sshd reads its file once.
  annotations.add("skiff/restart-hash", content_hash(sshd));
  Value keys_mount = none(), keys_volume = none();
  if (login.root_keys) {
    const Origin& why = login.root_keys->origin;
    keys_mount = mount_at("root-keys", "/etc/ssh/root-keys", why);
    Value items = Value::list();
    items.items.push_back(Value::map().add("key", fixed("authorized_keys")).add("path", fixed("authorized_keys")));
    keys_volume =
        fill(templates::k8s_secret_volume,
             {{"name", fixed("root-keys")}, {"secret", to_value(login.root_keys)}, {"items", std::move(items)}}, why);
    because(keys_volume, why);
  }
  Value volumes = Value::list();
  for (const Value& volume : client.volumes.items) append(volumes, volume);
  for (const Value& volume : mounted_volumes(plan, login.mounts).items) volumes.items.push_back(volume);
  Holes holes{{"metadata", metadata(plan, component)},
              {"nodesService", to_value(plan.nodes.object)},
              {"nodesDomain", to_value(plan.nodes.fqdn)},
              {"replicas", to_value(login.replicas)},
              {"selector", selector(plan, component)},
              {"podLabels", labels(plan, component)},
              {"podAnnotations", std::move(annotations)},
              {"initContainers", unless_empty(std::move(init))},
              {"image", to_value(plan.images.login)},
              {"resources", daemon_resources(login.resources)},
              {"scripts", to_value(scripts_config_map_name(plan))},
              {"clientMount", std::move(client.mount)},
              {"sshdConfig", to_value(sshd_config_map_name(plan, login))},
              {"hostKeys", to_value(login.host_keys)},
              {"rootKeysMount", std::move(keys_mount)},
              {"rootKeysVolume", std::move(keys_volume)},
              {"mungeMount", std::move(auth.mount)},
              {"mungeVolumes", std::move(auth.volumes)},
              {"mounts", volume_mounts(login.mounts)},
              {"volumes", std::move(volumes)}};
  add_pod_holes(holes, plan, login.placement);
  return {"k8s/login-" + *login.name + ".yaml", objects_of(front_service(plan, component, login.service, "ssh"),
                                                           disruption_budget(plan, component, constant(1)),
                                                           fill(templates::k8s_login_statefulset, std::move(holes)))};
}

}  // namespace skiff
