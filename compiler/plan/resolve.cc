#include "plan/resolve.h"

#include <algorithm>

#include "diag/suggest.h"
#include "plan/resolve_parts.h"
#include "text/quote.h"

namespace skiff {

bool check_known(std::string_view rule, const spec::Text& field, std::span<const std::string_view> known,
                 std::string_view where, Diagnostics& diagnostics) {
  if (std::find(known.begin(), known.end(), *field) != known.end()) return true;
  diagnostics.push_back({.rule = rule,
                         .problem = Problem::not_found,
                         .span = field.span,
                         .value = quote(*field),
                         .message = "not in " + std::string(where) + did_you_mean(*field, known)});
  return false;
}

plan::Plan resolve(const spec::Cluster& cluster, Diagnostics& diagnostics) {
  const spec::ClusterSpec& spec = cluster.spec;
  plan::Plan plan;
  plan.name = cluster.metadata.name.tracked();
  plan.ns = cluster.metadata.ns.tracked();
  plan.create_namespace = cluster.metadata.create_namespace.tracked();
  plan.labels = resolve_pairs(cluster.metadata.labels);
  plan.annotations = resolve_pairs(cluster.metadata.annotations);
  plan.target = resolve_target(spec.target);
  plan.images = resolve_images(spec);
  plan.auth = resolve_auth(spec, plan.name, diagnostics);
  plan.storage = resolve_storage(spec, plan, diagnostics);
  check_mounts(spec, diagnostics);
  plan.users = resolve_users(spec, plan, diagnostics);
  plan.directory = resolve_directory(spec, plan, diagnostics);
  plan.jail = resolve_jail(spec, diagnostics);
  plan.pyxis = resolve_pyxis(spec, plan, diagnostics);
  plan.oci = resolve_oci(spec);
  plan.nodes = resolve_nodes(plan);
  plan.controller = resolve_controller(spec, plan);
  for (const auto& set : spec.node_sets) plan.node_sets.push_back(resolve_node_set(set, spec, plan, diagnostics));
  resolve_grace(spec, plan);
  plan.accounting = resolve_accounting(spec, plan, diagnostics);
  plan.partitions = resolve_partitions(spec, plan, diagnostics);
  plan.licenses = resolve_licenses(spec);
  plan.reservations = resolve_reservations(spec, plan);
  plan.topologies = resolve_topologies(spec, plan, diagnostics);
  for (const auto& login : spec.login) plan.login.push_back(resolve_login(login, spec, plan, diagnostics));
  plan.node_ssh = resolve_node_ssh(spec, diagnostics);
  plan.rest_api = resolve_rest_api(spec, plan);
  plan.health = resolve_health(spec, diagnostics);
  resolve_after_drain(spec, plan, diagnostics);
  resolve_benchmarks(spec, plan, diagnostics);
  plan.monitoring = resolve_monitoring(spec, plan);
  plan.files = {resolve_settings(spec.slurm.config),
                resolve_settings(spec.slurm.cgroup),
                resolve_settings(spec.slurm.slurmdbd),
                resolve_settings(spec.slurm.mpi),
                resolve_settings(spec.slurm.acct_gather),
                resolve_settings(spec.slurm.job_container),
                resolve_plugstack(spec.slurm.plugstack),
                resolve_site_files(spec, plan),
                resolve_hooks(spec, plan)};
  resolve_default_memory(spec, plan);
  resolve_daemon_resources(spec, plan);
  return plan;
}

}  // namespace skiff
