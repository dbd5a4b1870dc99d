#include "lower/runtime/scripts.h"

#include "embedded/files.h"
#include "lower/runtime/after_drain.h"

namespace skiff {
namespace {

MapFile script(const std::string& name) { return {name, {"scripts/" + name, {}, {}}}; }

void copy(std::vector<MapFile>& scripts, const EmbeddedFile& source, const Origin& why) {
  MapFile made = script(std::string(source.path.substr(source.path.rfind('/') + 1)));
  std::string_view rest = source.text;
  for (std::uint32_t number = 1; !rest.empty(); ++number) {
    const std::size_t end = rest.find('\n');
    made.file.line(rest.substr(0, end), Origin::fixed(source.path, number) | why);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
  scripts.push_back(std::move(made));
}

/// Which node sets are elastic, one name a line: tells slurmctld's programs which nodes get a pod.
MapFile elastic_sets(const plan::Plan& plan) {
  MapFile made = script("elastic-sets");
  for (const auto& set : plan.node_sets)
    if (set.scaling) made.file.line(*set.name, set.name.origin | set.replicas.origin);
  return made;
}

}  // namespace

std::vector<MapFile> script_files(const plan::Plan& plan) {
  std::vector<MapFile> scripts;
  copy(scripts, files::runtime_pod_power_resume_sh, {});
  copy(scripts, files::runtime_pod_power_suspend_sh, {});
  copy(scripts, files::runtime_pod_reconfigure_sh, {});
  copy(scripts, files::runtime_pod_slurm_nodes_awk, {});
  copy(scripts, files::runtime_pod_start_slurmd_sh, {});
  copy(scripts, files::runtime_pod_drain_sh, {});
  copy(scripts, files::runtime_pod_on_change_sh, {});
  copy(scripts, files::runtime_pod_run_child_sh, {});
  Origin sidecars;
  MapFile elastic = elastic_sets(plan);
  if (!elastic.file.lines.empty()) {
    const Origin why = elastic.file.lines.front();
    copy(scripts, files::runtime_pod_power_sh, why);
    copy(scripts, files::runtime_pod_power_jq, why);
    scripts.push_back(std::move(elastic));
    sidecars |= why;
  }
  if (plan.health && plan.health->after_drain) {
    const Origin& why = plan.health->after_drain->wait.origin;
    copy(scripts, files::runtime_pod_after_drain_sh, why);
    copy(scripts, files::runtime_pod_after_drain_jq, why);
    scripts.push_back(after_drain_settings(plan));
    sidecars |= why;
  }
  if (!sidecars.empty()) {
    copy(scripts, files::runtime_pod_sidecar_sh, sidecars);
    copy(scripts, files::runtime_pod_slurm_nodes_jq, sidecars);
  }
  if (plan.accounting) {
    const Origin& why = plan.accounting->endpoint.fqdn.origin;
    copy(scripts, files::runtime_pod_slurmdbd_conf_sh, why);
    copy(scripts, files::runtime_pod_wait_for_sh, why);
  }
  if (!plan.login.empty()) copy(scripts, files::runtime_pod_start_sshd_sh, plan.login.front().object.origin);
  const bool clients = !plan.login.empty() || (plan.health && !plan.health->benchmarks.empty());
  if (clients && *plan.auth.method == "slurm") {
    const Origin& why = plan.auth.method.origin;
    copy(scripts, files::runtime_pod_start_sackd_sh, why);
  }
  if (plan.jail) {
    const Origin& why = plan.jail->storage.origin;
    copy(scripts, files::runtime_pod_wait_for_jail_sh, why);
    if (plan.images.jail) copy(scripts, files::runtime_pod_populate_jail_sh, why | plan.jail->policy.origin);
  }
  if (plan.pyxis) {
    copy(scripts, files::runtime_pod_container_folders_sh, plan.pyxis->scope.origin);
    if (plan.pyxis->cache) copy(scripts, files::runtime_pod_evict_images_sh, plan.pyxis->cache->storage.origin);
  }
  return scripts;
}

}  // namespace skiff
