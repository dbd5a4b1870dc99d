#include "lower/runtime/scripts.h"

#include <algorithm>

#include "embedded/files.h"
#include "embedded/shared.h"
#include "lower/runtime/sidecar.h"
#include "plan/hooks.h"
#include "text/split.h"

namespace skiff {
namespace {

MapFile script(const std::string& name) { return {name, {"scripts/" + name, {}, {}}}; }

void copy(std::vector<MapFile>& scripts, const EmbeddedFile& source, const Origin& why) {
  MapFile made = script(std::string(source.path.substr(source.path.rfind('/') + 1)));
  std::string_view rest = source.text;
  for (std::uint32_t number = 1; !rest.empty(); ++number)
    made.file.line(take_until(rest, '\n'), Origin::fixed(source.path, number) | why);
  scripts.push_back(std::move(made));
}

/// The program that Slurm runs for a hook, and the site's programs, which it runs one after another.
void add_hook(std::vector<MapFile>& scripts, const HookRow& row, const plan::Hook* hook) {
  if (!hook && !row.always) return;
  const std::string name(row.program);
  copy(scripts, files::runtime_pod_hook_sh, hook && !row.always ? hook->name.origin : Origin());
  scripts.back().key = name;
  scripts.back().file.path = "scripts/" + name;
  if (!hook) return;
  for (std::size_t i = 0; i < hook->programs.size(); ++i) {
    const plan::Program& program = hook->programs[i];
    const std::string number = std::to_string(i);
    const std::string own =
        name + '.' + (i < 10 ? "0" : "") + number + '.' + (program.timeout ? std::to_string(**program.timeout) : "0");
    plan::Text text;
    if (program.text) text = *program.text;
    // A script that runs the path, because a ConfigMap cannot hold a link.
    if (program.path) text = {"#!/bin/sh\nexec " + **program.path + " \"$@\"\n", program.path->origin};
    if (program.timeout) text.origin |= program.timeout->origin;
    scripts.push_back(as_it_is(own, "scripts/" + own, text));
  }
}

void add_hooks(std::vector<MapFile>& scripts, const plan::Plan& plan) {
  for (const HookRow& row : hook_rows()) {
    const auto& hooks = plan.files.hooks;
    const auto found =
        std::find_if(hooks.begin(), hooks.end(), [&](const plan::Hook& hook) { return *hook.name == row.field; });
    add_hook(scripts, row, found == hooks.end() ? nullptr : &*found);
  }
}

/// The names of the elastic node sets, one per line. From it, slurmctld's programs know which nodes get a pod.
MapFile elastic_sets(const plan::Plan& plan) {
  MapFile made = script("elastic-sets");
  for (const auto& set : plan.node_sets)
    if (set.scaling) made.file.line(*set.name, set.name.origin | set.replicas.origin);
  return made;
}

}  // namespace

std::string script_path(std::string_view name) { return std::string(shared::paths::scripts) + '/' + std::string(name); }

std::vector<MapFile> script_files(const plan::Plan& plan) {
  std::vector<MapFile> scripts;
  copy(scripts, files::runtime_pod_limits_sh, {});
  copy(scripts, files::runtime_pod_node_sh, {});
  copy(scripts, files::runtime_pod_power_resume_sh, {});
  copy(scripts, files::runtime_pod_power_suspend_sh, {});
  copy(scripts, files::runtime_pod_start_slurmd_sh, {});
  copy(scripts, files::runtime_pod_watch_node_sh, {});
  copy(scripts, files::runtime_pod_drain_sh, {});
  copy(scripts, files::runtime_pod_on_change_sh, {});
  copy(scripts, files::runtime_pod_run_child_sh, {});
  add_hooks(scripts, plan);
  if (MapFile elastic = elastic_sets(plan); !elastic.file.lines.empty()) scripts.push_back(std::move(elastic));
  scripts.push_back(sidecar_settings(plan));
  if (plan.accounting) {
    const Origin& why = plan.accounting->password_secret.origin;
    copy(scripts, files::runtime_pod_slurmdbd_conf_sh, why);
    copy(scripts, files::runtime_pod_wait_for_sh, why);
    if (plan.accounting->policy) copy(scripts, files::runtime_pod_make_qos_sh, plan.accounting->policy->why);
  }
  if (plan.monitoring.gpu_jobs) copy(scripts, files::runtime_pod_gpu_jobs_sh, plan.monitoring.gpu_jobs->why);
  if (plan.node_ssh) copy(scripts, files::runtime_pod_serve_ssh_sh, plan.node_ssh->why);
  if (!plan.login.empty()) copy(scripts, files::runtime_pod_start_sshd_sh, plan.login.front().name.origin);
  if (const auto limited = std::ranges::find_if(plan.login, [](const auto& login) { return !!login.user_limits; });
      limited != plan.login.end()) {
    const Origin& why = limited->user_limits->why;
    copy(scripts, files::runtime_pod_start_user_limits_sh, why);
    copy(scripts, files::runtime_pod_limit_user_sh, why);
    copy(scripts, files::runtime_pod_user_groups_sh, why);
  }
  if ((plan.users || plan.directory) && !plan.login.empty()) {
    const plan::Text& volume = plan.users ? plan.users->volume : plan.directory->volume;
    copy(scripts, files::runtime_pod_make_home_sh, volume.origin | plan.login.front().name.origin);
  }
  if (plan.directory) {
    const Origin& why = plan.directory->volume.origin;
    copy(scripts, files::runtime_pod_start_sssd_sh, why);
    if (plan.directory->ldap) copy(scripts, files::runtime_pod_check_directory_sh, why);
  }
  const bool clients = !plan.login.empty() || (plan.health && !plan.health->benchmarks.empty());
  if (clients && *plan.auth.method == "slurm") {
    const Origin& why = plan.auth.method.origin;
    copy(scripts, files::runtime_pod_start_sackd_sh, why);
  }
  if (plan.jail) {
    const Origin& why = plan.jail->storage.origin;
    copy(scripts, files::runtime_pod_wait_for_jail_sh, why);
    copy(scripts, files::runtime_pod_close_node_sh, why);
    copy(scripts, files::runtime_pod_user_environment_sh, why);
    if (plan.images.jail) copy(scripts, files::runtime_pod_populate_jail_sh, why | plan.jail->policy.origin);
  }
  if (plan.pyxis) {
    copy(scripts, files::runtime_pod_container_folders_sh, plan.pyxis->scope.origin);
    if (plan.pyxis->cache) copy(scripts, files::runtime_pod_evict_images_sh, plan.pyxis->cache->storage.origin);
  }
  if (plan.oci) copy(scripts, files::runtime_pod_oci_bundle_sh, plan.oci->runtime.origin);
  return scripts;
}

}  // namespace skiff
