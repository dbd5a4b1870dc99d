#include "lower/lower.h"

#include "embedded/layouts.h"
#include "lower/config_map.h"
#include "lower/k8s/alerts.h"
#include "lower/runtime/benchmark.h"
#include "lower/runtime/containers.h"
#include "lower/runtime/health.h"
#include "lower/runtime/jail.h"
#include "lower/runtime/login_files.h"
#include "lower/runtime/node_ssh.h"
#include "lower/runtime/scripts.h"
#include "lower/runtime/sssd.h"
#include "lower/runtime/users.h"
#include "lower/slurm/layout.h"
#include "lower/slurm/topology.h"
#include "plan/names.h"
#include "plan/ssh.h"

namespace skiff {
namespace {

Confs lower_confs(const plan::Plan& plan) {
  Confs confs{slurm_conf(plan),        gres_conf(plan),     cgroup_conf(plan), slurmdbd_conf(plan),  policy_conf(plan),
              reservations_conf(plan), topology_conf(plan), oci_conf(plan),    plugstack_conf(plan), {},
              node_sshd_config(plan),  user_confs(plan)};
  for (const auto& login : plan.login) confs.sshd.push_back(sshd_config(plan, login));
  return confs;
}

MapFile placed(const Conf& conf, const Layout& layout) { return {conf.name, lay_out(conf, layout)}; }

/// The files that slurmctld reads and sends to the workers.
std::vector<MapFile> cluster_files(const plan::Plan& plan, const Confs& confs) {
  std::vector<MapFile> files;
  files.push_back(placed(confs.slurm, layouts::slurm_conf));
  if (confs.gres) files.push_back(placed(*confs.gres, layouts::gres_conf));
  if (confs.cgroup) files.push_back(placed(*confs.cgroup, layouts::cgroup_conf));
  // In the same ConfigMap as slurm.conf, so that both change together: the QOS of a partition must be created before
  // slurmctld reads a slurm.conf that uses it.
  if (confs.policy) files.push_back(placed(*confs.policy, layouts::policy_conf));
  if (confs.reservations) files.push_back(placed(*confs.reservations, layouts::reservations_conf));
  files.push_back(placed(confs.plugstack, layouts::plugstack_conf));
  if (confs.topology) files.push_back(placed(*confs.topology, layouts::topology_conf));
  if (auto file = topology_yaml(plan)) files.push_back({"topology.yaml", std::move(*file)});
  if (confs.oci) files.push_back(placed(*confs.oci, layouts::oci_conf));
  for (const Conf& conf : confs.user) files.push_back(placed(conf, layouts::settings_conf));
  for (const plan::SiteFile& file : plan.files.site)
    files.push_back(as_it_is(*file.name, "slurm/" + *file.name, file.text));
  return files;
}

}  // namespace

Lowered lower(const plan::Plan& plan) {
  Lowered lowered{lower_confs(plan), {}};
  Bundle& bundle = lowered.bundle;
  const Confs& confs = lowered.confs;
  bundle.objects = lower_objects(plan, confs);
  if (plan.monitoring.alerts) bundle.documents.push_back(alerts_file(plan));
  add_config_map(bundle, plan, config_map_name(plan), cluster_files(plan, confs));
  add_config_map(bundle, plan, scripts_config_map_name(plan), script_files(plan));
  if (plan.auth.jwks && plan.auth.jwks->text) {
    const plan::Jwks& jwks = *plan.auth.jwks;
    add_config_map(bundle, plan, jwks.config_map, {as_it_is(*jwks.key, "slurm/jwks.json", *jwks.text)},
                   jwks.config_map.origin);
  }
  if (std::vector<MapFile> users = user_files(plan); !users.empty())
    add_config_map(bundle, plan, users_config_map_name(plan), std::move(users), plan.users->volume.origin);
  if (plan.directory && plan.directory->ldap) {
    const Origin& why = plan.directory->volume.origin;
    add_config_map(bundle, plan, sssd_config_map_name(plan), {sssd_conf(*plan.directory->ldap, asks_pam(plan), why)},
                   why);
  }
  if (confs.slurmdbd)
    add_config_map(bundle, plan, slurmdbd_config_map_name(plan), {placed(*confs.slurmdbd, layouts::slurmdbd_conf)});
  for (std::size_t i = 0; i < plan.login.size(); ++i) {
    const plan::Login& login = plan.login[i];
    std::vector<MapFile> files{placed(confs.sshd[i], layouts::sshd_config_conf)};
    for (auto file : {user_authorities(login, "users/authorities." + *login.name, login.name.origin),
                      user_limits(login), message_of_the_day(login)})
      if (file) files.push_back(std::move(*file));
    add_config_map(bundle, plan, sshd_config_map_name(plan, login), std::move(files), login.name.origin);
  }
  if (const auto& ssh = plan.node_ssh) {
    std::vector<MapFile> files{placed(*confs.node_sshd, layouts::sshd_config_conf), node_ssh_pam(plan),
                               node_ssh_client(plan)};
    if (plan.jail) files.push_back(node_ssh_jail(plan));
    if (auto keys = user_authorities(*ssh, "node-ssh/user_authorities", ssh->why)) files.push_back(std::move(*keys));
    add_config_map(bundle, plan, node_ssh_config_map_name(plan), std::move(files), ssh->why);
  }
  if (plan.health)
    for (const auto& set : plan.node_sets)
      add_config_map(bundle, plan, health_config_map_name(plan, set), {health_settings(plan, set)}, set.name.origin);
  if (plan.health && plan.health->checks)
    add_config_map(bundle, plan, checks_config_map_name(plan), check_programs(*plan.health->checks));
  if (plan.health)
    for (const auto& benchmark : plan.health->benchmarks)
      add_config_map(bundle, plan, benchmark_config_map_name(benchmark), {benchmark_settings(plan, benchmark)},
                     benchmark.name.origin);
  if (plan.jail) {
    for (const auto& set : plan.node_sets)
      add_config_map(bundle, plan, jail_config_map_name(plan, set), {jail_mounts_file(plan, set)}, set.name.origin);
    if (!plan.login.empty())
      add_config_map(bundle, plan, jail_login_config_map_name(plan), {jail_login_mounts_file(plan)});
  }
  if (plan.pyxis) add_config_map(bundle, plan, enroot_config_map_name(plan), {enroot_conf(*plan.pyxis)});
  return lowered;
}

}  // namespace skiff
