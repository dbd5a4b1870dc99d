#include "embedded/shared.h"
#include "embedded/templates.h"
#include "lower/k8s/auth.h"
#include "lower/k8s/client.h"
#include "lower/k8s/directory.h"
#include "lower/k8s/gate.h"
#include "lower/k8s/jail.h"
#include "lower/k8s/metadata.h"
#include "lower/k8s/mounts.h"
#include "lower/k8s/node_ssh.h"
#include "lower/k8s/objects.h"
#include "lower/k8s/pods.h"
#include "lower/k8s/projected.h"
#include "lower/k8s/services.h"
#include "lower/k8s/site_files.h"
#include "lower/runtime/jail.h"
#include "lower/runtime/scripts.h"
#include "lower/slurm/restart.h"
#include "plan/names.h"
#include "plan/ssh.h"
#include "plan/user_mounts.h"
#include "provenance/constant.h"
#include "tree/to_value.h"

namespace skiff {
namespace {

/// The command that starts sshd. With a jail, jail-login starts it, after it has assembled what users see. With limits
/// for users, it first prepares control groups.
Value command(const plan::Plan& plan, const plan::Login& login) {
  Value words = Value::list();
  const Origin& private_tmp = login.private_tmp.origin;
  const auto add = [&](std::string word, const Origin& why) {
    words.items.push_back(Value::string(std::move(word), why));
    add_origin(words, why);
  };
  if (login.user_limits) add(script_path("start-user-limits.sh"), login.user_limits->why);
  // jail-login does this by itself.
  if (!plan.jail && (login.user_limits || *login.private_tmp)) {
    const Origin why = login.user_limits ? login.user_limits->why | private_tmp : private_tmp;
    for (const char* word : {"setpriv", "--no-new-privs", "--inh-caps=-all"}) add(word, why);
    if (!*login.private_tmp) add("--bounding-set=-sys_admin,-setpcap", why);
  }
  if (plan.jail) {
    words.items.push_back(to_value(constant(std::string(shared::paths::programs) + "/jail-login")));
    for (const plan::Text& argument : jail_arguments(plan)) words.items.push_back(to_value(argument));
    if (const auto admins = jail_admins(plan)) words.items.push_back(Value::string("login-setuid=yes", *admins));
    if (*login.private_tmp) add("login-mounts=yes", private_tmp);
    words.items.push_back(fixed("--"));
    add_origin(words, plan.jail->storage.origin);
  }
  words.items.push_back(to_value(constant(script_path("start-sshd.sh"))));
  words.items.push_back(to_value(constant(std::string(shared::paths::sshd) + "/sshd_config")));
  return words;
}

/// Variables of start-sshd.sh.
Value env(const plan::Plan& plan, const plan::Login& login) {
  Value list = Value::list();
  append(list, shared_folders_env(login.shared_folders));
  if (*login.private_tmp) {
    const std::string root(plan.jail ? jail_root : "");
    Value folders = Value::string(root + "/tmp " + root + "/dev/shm", login.private_tmp.origin);
    if (plan.jail) add_origin(folders, plan.jail->storage.origin);
    append(list, fill(templates::k8s_env, {{"name", fixed("PRIVATE_FOLDERS")}, {"value", std::move(folders)}},
                      login.private_tmp.origin));
  }
  // Otherwise kube-proxy replaces the addresses of clients.
  const auto& policy = login.service.external_traffic_policy;
  if (!policy || **policy != "Local") {
    list.items.push_back(fill(templates::k8s_env, {{"name", fixed("SHARED_ADDRESSES")}, {"value", fixed("yes")}}));
    if (policy) add_origin(list.items.own().back(), policy->origin);
  }
  return unless_empty(std::move(list));
}

/// Says in the comments that sshd itself can mount, not only what starts it.
Value with_mounting_sshd(Value security, const Origin& why) {
  Value& profile = *security.find("appArmorProfile");
  profile.comment = SharedText::lasting(
      "sshd mounts a /tmp of the user for each session (pam_namespace), for which it has SYS_ADMIN. Nothing that users run has it or can gain\n"
      "it: pam_no_chroot takes it from each session. AppArmor is off because the default profile of container runtimes refuses every mount.");
  add_origin(profile, why);
  for (Value& name : security.find("capabilities")->find("add")->items.own()) {
    if (name.text == "SETPCAP") name.comment = SharedText::lasting("pam_no_chroot takes capabilities from sessions.");
    if (name.text == "SYS_ADMIN") name.comment = SharedText::lasting("sshd mounts directories of users.");
    add_origin(name, why);
  }
  return security;
}

Value security_context(const plan::Plan& plan, const plan::Login& login) {
  const Origin& private_tmp = login.private_tmp.origin;
  if (!plan.jail) {
    if (*login.private_tmp) {
      const Origin why = login.user_limits ? login.user_limits->why | private_tmp : private_tmp;
      return with_mounting_sshd(fill(templates::k8s_login_mount_security, {}, why), why);
    }
    return login.user_limits ? fill(templates::k8s_login_mount_security, {}, login.user_limits->why)
                             : fill(templates::k8s_login_security, {}, private_tmp);
  }
  Value root = none();
  // The capabilities that root needs to install packages and add users after a login, as root can in a job.
  const auto admins = jail_admins(plan);
  if (login.root_keys || admins) {
    root = Value::list();
    for (const char* name : {"DAC_OVERRIDE", "FOWNER", "FSETID", "KILL", "SETFCAP"}) root.items.push_back(fixed(name));
    root.items.own().front().comment = "Root installs packages and adds users in the jail, after a login or with sudo.";
    if (login.root_keys) add_origin(root, login.root_keys->origin);
    if (admins) add_origin(root, *admins);
  }
  Value security =
      fill(templates::k8s_login_jail_security, {{"rootCapabilities", std::move(root)}}, plan.jail->storage.origin);
  return *login.private_tmp ? with_mounting_sshd(std::move(security), private_tmp) : security;
}

}  // namespace

ObjectFile login_objects(const plan::Plan& plan, const plan::Login& login, const Conf& sshd) {
  const Component component{constant("login"), login.component, login.object};
  Munge auth = munge(plan, plan.images.login);
  DirectoryParts directory = directory_parts(plan);
  std::vector<plan::Mount> users;
  for (const auto& mount : login.mounts)
    if (is_user_mount(mount)) users.push_back(mount);
  SlurmClient client = slurm_client(plan, users);
  Gate guard = gate(plan, plan.images.login, "slurm", "/run/slurm");
  SiteFileParts files = login_site_files(plan);
  JailParts jail;
  if (plan.jail)
    jail = jail_parts(plan, jail_login_config_map_name(plan), jail_folders(jail_login_mounts(plan)), plan.images.login);
  Value init = Value::list();
  append(init, jail.wait);
  // sackd looks up users too.
  append(init, std::move(directory.container));
  append(init, std::move(client.container));
  append(init, std::move(auth.container));
  append(init, std::move(guard.container));
  Value annotations = plan.annotations.empty() ? Value::map() : to_value(plan.annotations);
  // sshd reads sshd_config only at startup.
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
    add_origin(keys_volume, why);
  }
  FileVolume pam, revoked;
  if (login.pam) pam = file_volume(*login.pam, "pam", "auth", shared::paths::pam);
  if (const plan::Source* source = revoked_keys(login))
    revoked = file_volume(*source, "revoked-keys", "revoked_keys", shared::paths::revokedKeys);
  SshClientParts ssh_client = ssh_client_parts(plan);
  Value volumes = Value::list();
  for (const Value* list : {&client.volumes, &directory.volumes})
    for (const Value& volume : list->items) append(volumes, volume);
  for (const Value& volume : mounted_volumes(plan, login.mounts).items) volumes.items.push_back(volume);
  PodClaims claims = pod_claims(plan, login.mounts);
  Substitutions substitutions{{"metadata", metadata(plan, component)},
                              {"nodesService", to_value(plan.nodes.object)},
                              {"nodesDomain", to_value(plan.nodes.fqdn)},
                              {"replicas", to_value(login.replicas)},
                              {"affinity", apart(plan, component, true)},
                              {"selector", selector(plan, component)},
                              {"podLabels", labels(plan, component)},
                              {"podAnnotations", std::move(annotations)},
                              {"initContainers", unless_empty(std::move(init))},
                              {"image", to_value(plan.images.login)},
                              {"command", command(plan, login)},
                              {"env", env(plan, login)},
                              {"resources", daemon_resources(login.resources)},
                              {"securityContext", security_context(plan, login)},
                              {"scripts", to_value(scripts_config_map_name(plan))},
                              {"clientMount", std::move(client.mount)},
                              {"fileMount", std::move(files.mount)},
                              {"fileVolume", std::move(files.volume)},
                              {"sshdConfig", to_value(sshd_config_map_name(plan, login))},
                              {"hostKeys", to_value(login.host_keys)},
                              {"rootKeysMount", std::move(keys_mount)},
                              {"rootKeysVolume", std::move(keys_volume)},
                              {"pamMount", std::move(pam.mount)},
                              {"pamVolume", std::move(pam.volume)},
                              {"revokedMount", std::move(revoked.mount)},
                              {"revokedVolume", std::move(revoked.volume)},
                              {"mungeMount", std::move(auth.mount)},
                              {"mungeVolumes", std::move(auth.volumes)},
                              {"gateMount", std::move(guard.mount)},
                              {"gateVolume", std::move(guard.volume)},
                              {"jailMount", jail.mount},
                              {"jailVolume", jail.volume},
                              {"sshClientMount", std::move(ssh_client.mount)},
                              {"sshClientVolume", std::move(ssh_client.volume)},
                              {"mounts", volume_mounts(login.mounts)},
                              {"volumes", std::move(volumes)},
                              {"claims", std::move(claims.templates)},
                              {"claimRetention", std::move(claims.retention)}};
  add_pod_values(substitutions, plan, login.placement);
  return {
      "k8s/login-" + *login.name + ".yaml",
      objects_of(front_service(plan, component, login.service, "ssh"), disruption_budget(plan, component, constant(1)),
                 fill(templates::k8s_login_statefulset, std::move(substitutions))),
      login.name.origin};
}

}  // namespace skiff
