#include <algorithm>

#include "embedded/shared.h"
#include "plan/jail.h"
#include "plan/resolve_parts.h"
#include "plan/units.h"
#include "plan/user_mounts.h"
#include "spec/refuse.h"

namespace skiff {
namespace {

/// The endpoint of a component whose pods are behind a Service of the same name.
plan::Endpoint endpoint(const plan::Plan& plan, plan::Text object, plan::Int port) {
  plan::Text fqdn{*object + "." + *plan.ns + ".svc." + *plan.target.cluster_domain,
                  object.origin | plan.ns.origin | plan.target.cluster_domain.origin};
  return {std::move(object), std::move(fqdn), std::move(port)};
}

/// The TRES of the cluster's GPUs, in total and by type, so that sacct and limits can distinguish the types.
plan::Texts gpu_tres(const std::vector<plan::NodeSet>& sets) {
  plan::Texts tres;
  const auto add = [&](std::string name, const Origin& why) {
    for (auto& known : tres)
      if (known.value == name) {
        known.origin |= why;
        return;
      }
    tres.push_back({std::move(name), why});
  };
  for (const auto& set : sets)
    if (set.gpus) add("gres/gpu", set.gpus->type.origin | set.gpus->count.origin);
  for (const auto& set : sets)
    if (set.gpus) add("gres/gpu:" + *set.gpus->type, set.gpus->type.origin | set.gpus->count.origin);
  return tres;
}

plan::Text first_pod(const plan::Endpoint& endpoint) { return {*endpoint.object + "-0", endpoint.object.origin}; }

}  // namespace

// One Service for all sets: short names must resolve across the sets, and a pod's resolver allows few search domains.
plan::Endpoint resolve_nodes(const plan::Plan& plan) {
  return endpoint(plan, object_name(plan.name, "nodes"), constant(6818));
}

plan::Controller resolve_controller(const spec::ClusterSpec& spec, const plan::Plan& plan) {
  const spec::Controller& controller = spec.controller;
  plan::Controller resolved;
  resolved.endpoint = endpoint(plan, object_name(plan.name, "slurmctld"), constant(6817));
  resolved.pod = first_pod(resolved.endpoint);
  // The name of a volumeClaimTemplate: the claim becomes state-<pod>.
  resolved.state.name = constant("state");
  if (controller.state.existing_claim) {
    resolved.state.claim = controller.state.existing_claim.tracked();
  } else {
    resolved.state.create = true;
    resolved.state.size = controller.state.size.tracked();
    resolved.state.storage_class = resolve_optional(controller.state.storage_class);
    resolved.state.access_modes = {constant("ReadWriteOnce")};
  }
  resolved.resources = resolve_resources(controller.resources);
  const spec::Sidecar& sidecar = controller.sidecar;
  resolved.sidecar = {sidecar.log_level.tracked(), sidecar.log_format.tracked(), sidecar.node_conditions.tracked(), {}};
  if (const auto& dead = sidecar.dead_nodes) {
    plan::DeadNodes nodes{object_name(plan.name, "dead-nodes"), resolve_seconds(dead->after), dead->at_most.tracked()};
    nodes.after.origin |= Origin::spec(dead->span);
    resolved.sidecar.dead_nodes = std::move(nodes);
  }
  resolved.placement = resolve_placement(controller);
  if (spec.jail) {
    // slurmctld looks up users by name. It cannot mount a hostPath or nfs volume, which its Pod Security level forbids.
    const plan::Volume* volume = find_volume(plan.storage, *spec.jail->storage);
    if (volume && volume->claim) resolved.mounts = {jail_users_mount(spec.jail->storage.tracked())};
  }
  std::ranges::move(user_mounts(plan), std::back_inserter(resolved.mounts));
  return resolved;
}

namespace {

std::optional<plan::DatabaseTls> resolve_database_tls(const spec::ExternalDatabase& external,
                                                      Diagnostics& diagnostics) {
  if (!external.tls) return std::nullopt;
  auto ca = resolve_source_key(external.tls->ca, diagnostics);
  if (!ca) return std::nullopt;
  plan::DatabaseTls tls{.ca = std::move(*ca), .client_secret = {}, .server_name = {}, .why = {}};
  if (const auto& client = external.tls->client_certificate) tls.client_secret = client->secret_name.tracked();
  tls.server_name = external.tls->server_name ? external.tls->server_name.tracked() : external.host.tracked();
  tls.why = Origin::spec(external.tls->span);
  return tls;
}

}  // namespace

std::optional<plan::Accounting> resolve_accounting(const spec::ClusterSpec& spec, const plan::Plan& plan,
                                                   Diagnostics& diagnostics) {
  if (!spec.accounting) return std::nullopt;
  const spec::Accounting& accounting = *spec.accounting;
  const spec::Database& database = accounting.database;
  plan::Accounting resolved;
  resolved.endpoint = endpoint(plan, object_name(plan.name, "slurmdbd"), constant(6819));
  resolved.pod = first_pod(resolved.endpoint);
  if (database.mariadb && database.external) {
    forbid(diagnostics, "SKF206", *database.external,
           "may not be specified together with mariadb: there is only one database");
  } else if (database.mariadb) {
    plan::MariaDb mariadb;
    mariadb.data.name = constant("data");
    mariadb.data.create = true;
    mariadb.data.size = database.mariadb->size.tracked();
    mariadb.data.storage_class = resolve_optional(database.mariadb->storage_class);
    mariadb.data.access_modes = {constant("ReadWriteOnce")};
    mariadb.resources = resolve_resources(database.mariadb->resources);
    // Half of the memory, because slurmdbd's rollups join large tables (slurm.schedmd.com/accounting.html, "MySQL
    // Configuration").
    mariadb.buffer_pool = {std::to_string(mebibytes(*mariadb.resources.memory) / 2) + "M",
                           mariadb.resources.memory.origin};
    resolved.mariadb = std::move(mariadb);
    resolved.database = endpoint(plan, object_name(plan.name, "mariadb"), constant(3306));
  } else if (database.external) {
    const plan::Text host = database.external->host.tracked();
    resolved.database = {host, host, database.external->port.tracked()};
    resolved.database_tls = resolve_database_tls(*database.external, diagnostics);
  } else {
    require(diagnostics, "SKF206", database, "mariadb", "give exactly one of mariadb, external");
  }
  resolved.users = user_mounts(plan);
  resolved.database_name = database.name.tracked();
  resolved.user = database.user.tracked();
  resolved.password_secret = database.password_secret.name.tracked();
  resolved.password_key = database.password_secret.key.tracked();
  if (accounting.archive) {
    const spec::Text& storage = accounting.archive->storage;
    check_known("SKF205", storage, volume_names(plan), "spec.storage", diagnostics);
    const Origin& why = storage.origin;
    resolved.archive =
        plan::Mount{storage.tracked(), {std::string(shared::paths::archive), why}, std::nullopt, {false, why}};
  }
  resolved.enforce = resolve_texts(accounting.enforce);
  resolved.tres = gpu_tres(plan.node_sets);
  resolved.policy = resolve_policy(spec);
  resolved.resources = resolve_resources(accounting.resources);
  resolved.placement = resolve_placement(accounting);
  return resolved;
}

std::optional<plan::RestApi> resolve_rest_api(const spec::ClusterSpec& spec, const plan::Plan& plan) {
  if (!spec.rest_api) return std::nullopt;
  plan::RestApi resolved;
  resolved.endpoint = endpoint(plan, object_name(plan.name, "slurmrestd"), constant(6820));
  resolved.replicas = spec.rest_api->replicas.tracked();
  resolved.service = resolve_service(spec.rest_api->service, resolved.endpoint.port);
  resolved.resources = resolve_resources(spec.rest_api->resources);
  resolved.placement = resolve_placement(*spec.rest_api);
  return resolved;
}

}  // namespace skiff
