#include "lower/k8s/node_ssh.h"

#include <utility>

#include "embedded/shared.h"
#include "embedded/templates.h"
#include "lower/k8s/mounts.h"
#include "lower/k8s/projected.h"
#include "lower/runtime/node_ssh.h"
#include "plan/names.h"
#include "plan/ssh.h"
#include "tree/to_value.h"

namespace skiff {

NodeSshParts node_ssh_parts(const plan::Plan& plan) {
  if (!plan.node_ssh) return {none(), none(), none(), none()};
  const plan::NodeSsh& ssh = *plan.node_ssh;
  NodeSshParts parts{Value::list(), Value::list(), Value::list(), Value::list()};
  append(parts.env, fill(templates::k8s_env,
                         {{"name", fixed("SSHD")},
                          {"value", Value::string(std::string(shared::paths::sshd) + "/sshd_config", ssh.why)}},
                         ssh.why));
  append(parts.port, Value::map().add("name", fixed("ssh")).add("containerPort", to_value(ssh.port)));
  add_origin(parts.port.items.own().back(), ssh.why);
  append(parts.mounts, mount_at("sshd", shared::paths::sshd, ssh.why));
  append(parts.mounts, mount_at("host-keys", "/etc/ssh/host-keys", ssh.why));
  append(parts.volumes,
         fill(templates::k8s_config_map_volume,
              {{"name", fixed("sshd")}, {"configMap", to_value(node_ssh_config_map_name(plan))}}, ssh.why));
  append(parts.volumes,
         fill(templates::k8s_secret_volume,
              {{"name", fixed("host-keys")}, {"secret", to_value(ssh.host_keys)}, {"items", none()}}, ssh.why));
  if (const plan::Source* source = revoked_keys(ssh)) {
    FileVolume revoked = file_volume(*source, "revoked-keys", "revoked_keys", shared::paths::revokedKeys);
    append(parts.mounts, std::move(revoked.mount));
    append(parts.volumes, std::move(revoked.volume));
  }
  return parts;
}

SshClientParts ssh_client_parts(const plan::Plan& plan) {
  if (!plan.node_ssh) return {none(), none()};
  const plan::NodeSsh& ssh = *plan.node_ssh;
  Value items = Value::list();
  for (const plan::Text& name : node_ssh_public_keys(plan))
    items.items.push_back(Value::map().add("key", to_value(name)).add("path", to_value(name)));
  Value sources = Value::list();
  append(sources, projected_config_map(node_ssh_config_map_name(plan), projected_item({"config", ssh.why}, "config")));
  append(sources, projected_secret(ssh.host_keys, std::move(items)));
  return {mount_at("ssh-client", shared::paths::sshClient, ssh.why),
          fill(templates::k8s_public_projected_volume, {{"name", fixed("ssh-client")}, {"sources", std::move(sources)}},
               ssh.why)};
}

}  // namespace skiff
