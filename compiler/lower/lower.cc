#include "lower/lower.h"

#include <algorithm>

#include "embedded/files.h"
#include "lower/runtime/benchmark.h"
#include "lower/runtime/containers.h"
#include "lower/runtime/health.h"
#include "lower/runtime/jail.h"
#include "lower/runtime/scripts.h"
#include "lower/slurm/layout.h"
#include "plan/names.h"

namespace skiff {
namespace {

Confs lower_confs(const plan::Plan& plan) {
  Confs confs{slurm_conf(plan), gres_conf(plan), cgroup_conf(plan), slurmdbd_conf(plan), plugstack_conf(plan), {}, user_confs(plan)};
  for (const auto& login : plan.login) confs.sshd.push_back(sshd_config(plan, login));
  return confs;
}

OutputFile lay_out(const Conf& conf, const EmbeddedFile& layout) { return lay_out(conf, layout.text, layout.path); }

/// The files that slurmctld, and through it every worker, reads.
std::vector<OutputFile> cluster_files(const Confs& confs) {
  std::vector<OutputFile> files;
  files.push_back(lay_out(confs.slurm, files::templates_slurm_slurm_conf));
  if (confs.gres) files.push_back(lay_out(*confs.gres, files::templates_slurm_gres_conf));
  if (confs.cgroup) files.push_back(lay_out(*confs.cgroup, files::templates_slurm_cgroup_conf));
  files.push_back(lay_out(confs.plugstack, files::templates_slurm_plugstack_conf));
  for (const Conf& conf : confs.user) files.push_back(lay_out(conf, files::templates_slurm_settings_conf));
  return files;
}

/// Adds the files to the bundle, and the ConfigMap that is made of them.
void add_config_map(Bundle& bundle, const plan::Plan& plan, const plan::Text& name, std::vector<OutputFile> files) {
  GeneratedConfigMap map;
  map.name = *name;
  map.name_space = *plan.ns;
  map.origin = name.origin | plan.ns.origin;
  const auto label = [&](const char* key, std::string value) { map.labels.emplace_back(key, std::move(value)); };
  label("app.kubernetes.io/name", "slurm");
  label("app.kubernetes.io/instance", *plan.name);
  label("app.kubernetes.io/component", "config");
  label("app.kubernetes.io/part-of", "slurm");
  label("app.kubernetes.io/managed-by", "skiff");
  for (const auto& [key, value] : plan.labels) {
    label(key.c_str(), *value);
    map.origin |= value.origin;
  }
  for (const auto& [key, value] : plan.annotations) {
    map.annotations.emplace_back(key, *value);
    map.origin |= value.origin;
  }
  // Flux's substitution would eat every $ of the scripts.
  const char* const substitute = "kustomize.toolkit.fluxcd.io/substitute";
  if (std::none_of(map.annotations.begin(), map.annotations.end(), [&](const auto& pair) { return pair.first == substitute; }))
    map.annotations.emplace(map.annotations.begin(), substitute, "disabled");
  for (OutputFile& file : files) {
    std::string key = file.path.substr(file.path.rfind('/') + 1);
    if (key.starts_with("sshd_config.")) key = "sshd_config";
    if (file.path.starts_with("health/") || file.path.starts_with("benchmarks/")) key = "settings.json";
    if (file.path.starts_with("jail/")) key = "mounts";
    if (file.path.starts_with("containers/")) key = "skiff.conf";
    // The first line is there for the file's sake.
    map.files.push_back({std::move(key), file.path, file.lines.front()});
    bundle.files.push_back(std::move(file));
  }
  bundle.config_maps.push_back(std::move(map));
}

}  // namespace

Lowered lower(const plan::Plan& plan) {
  Lowered lowered{lower_confs(plan), {}};
  Bundle& bundle = lowered.bundle;
  const Confs& confs = lowered.confs;
  bundle.objects = lower_objects(plan, confs);
  add_config_map(bundle, plan, config_map_name(plan), cluster_files(confs));
  add_config_map(bundle, plan, scripts_config_map_name(plan), script_files(plan));
  if (confs.slurmdbd)
    add_config_map(bundle, plan, slurmdbd_config_map_name(plan), {lay_out(*confs.slurmdbd, files::templates_slurm_slurmdbd_conf)});
  for (std::size_t i = 0; i < plan.login.size(); ++i)
    add_config_map(bundle, plan, sshd_config_map_name(plan, plan.login[i]), {lay_out(confs.sshd[i], files::templates_slurm_sshd_config_conf)});
  if (plan.health)
    for (const auto& set : plan.node_sets)
      add_config_map(bundle, plan, health_config_map_name(plan, set), {health_settings(plan, set)});
  if (plan.health && plan.health->checks)
    add_config_map(bundle, plan, checks_config_map_name(plan), check_programs(*plan.health->checks));
  if (plan.health)
    for (const auto& benchmark : plan.health->benchmarks)
      add_config_map(bundle, plan, benchmark_config_map_name(benchmark), {benchmark_settings(plan, benchmark)});
  if (plan.jail) {
    for (const auto& set : plan.node_sets) add_config_map(bundle, plan, jail_config_map_name(plan, set), {jail_mounts_file(plan, set)});
    if (!plan.login.empty()) add_config_map(bundle, plan, jail_login_config_map_name(plan), {jail_login_mounts_file(plan)});
  }
  if (plan.pyxis) add_config_map(bundle, plan, enroot_config_map_name(plan), {enroot_conf(*plan.pyxis)});
  return lowered;
}

}  // namespace skiff
