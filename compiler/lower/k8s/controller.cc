#include <algorithm>
#include <iterator>

#include "embedded/shared.h"
#include "embedded/templates.h"
#include "lower/k8s/auth.h"
#include "lower/k8s/directory.h"
#include "lower/k8s/exporter.h"
#include "lower/k8s/metadata.h"
#include "lower/k8s/monitoring.h"
#include "lower/k8s/mounts.h"
#include "lower/k8s/objects.h"
#include "lower/k8s/pods.h"
#include "lower/k8s/probes.h"
#include "lower/k8s/services.h"
#include "lower/k8s/sidecar.h"
#include "lower/slurm/restart.h"
#include "plan/names.h"
#include "plan/user_mounts.h"
#include "provenance/constant.h"
#include "tree/to_value.h"

namespace skiff {
namespace {

/// The power saving programs, which slurmctld runs, write a file here to wake the container `sidecar`.
Value wake_mount(const Rights& power) {
  if (power.objects.empty()) return none();
  return fill(
      templates::k8s_mount,
      {{"name", fixed("power")}, {"path", fixed(shared::paths::power)}, {"subPath", none()}, {"readOnly", none()}},
      power.why);
}

/// The sidecar keeps records of its actions after drains and of its changes to the database. They are beside
/// slurmctld's state, so a new pod still has them.
Value record_mount(const Rights& after, const plan::Plan& plan) {
  const bool policy = plan.accounting && plan.accounting->policy;
  if (after.objects.empty() && !policy) return none();
  return fill(templates::k8s_mount,
              {{"name", fixed("state")},
               {"path", fixed(shared::paths::controllerState)},
               {"subPath", none()},
               {"readOnly", none()}},
              policy ? after.why | plan.accounting->policy->why : after.why);
}

Value make_qos(const plan::Plan& plan, const Value& munge_mount, const Origin& why) {
  return fill(templates::k8s_make_qos_container,
              {{"image", to_value(plan.images.slurmctld)},
               {"pullPolicy", to_value(plan.images.pull_policy)},
               {"mungeMount", munge_mount}},
              why);
}

/// From the annotation, `skiff diff` knows which release runs in a cluster (change/live.cc).
Value metadata_with_release(const plan::Plan& plan, const Component& component) {
  Value map = metadata(plan, component);
  annotations_of(map).add("skiff/slurm", Value::string(to_string(*plan.target.slurm), plan.target.slurm.origin));
  return map;
}

}  // namespace

ObjectFile controller_objects(const plan::Plan& plan, const Confs& confs) {
  const plan::Controller& controller = plan.controller;
  const Component component = slurmctld_component(plan);
  Munge auth = munge(plan, plan.images.slurmctld);
  const Value exporter_munge = auth.mount;
  DirectoryParts directory = checked_directory_parts(plan);
  Rights elastic = power_rights(plan);
  Rights after = after_drain_rights(plan);
  Rights topology = topology_rights(plan);
  Rights conditions = node_condition_rights(plan);
  Rights dead = dead_node_rights(plan);
  Rights tokens = service_token_rights(plan);
  Access kubernetes = access(plan, {&elastic, &after, &topology, &conditions, &dead, &tokens});

  std::vector<const Conf*> restarting{&confs.slurm};
  if (confs.gres) restarting.push_back(&*confs.gres);
  Value annotations =
      with_pairs(plan.annotations.empty() ? Value::map() : to_value(plan.annotations), scrape_annotations(plan));
  // Parameters that a reconfigure cannot apply replace the pod through this annotation. No other parameter does.
  const plan::Text hash = restart_hash(restarting, *plan.target.slurm);
  annotations.add("skiff/restart-hash", Value::string(*hash, hash.origin | plan.target.slurm.origin));

  Value init = Value::list();
  if (plan.accounting) {
    // The first start of slurmctld fails without slurmdbd (22.05: immediately).
    init.items.push_back(wait_for(plan, "wait-for-slurmdbd", plan.images.slurmctld, plan.accounting->endpoint));
    add_origin(init.items.own().back(), plan.accounting->password_secret.origin);
  }
  append(init, std::move(auth.container));
  append(init, std::move(directory.container));
  if (confs.policy) append(init, make_qos(plan, auth.mount, confs.policy->why));

  // The liveness probe opens a connection and does not run scontrol, because scontrol reads the mounted files. If an
  // edited file does not parse, the sidecar rejects it and slurmctld continues to run. The probe must not restart it.
  const bool http = *plan.target.slurm >= http_probes;
  Value startup = http ? http_probe(plan, "/livez", "slurmctld", 1, 300) : exec_probe({"scontrol", "ping"}, 1, 10, 300);
  Value liveness = http ? http_probe(plan, "/livez", "slurmctld", 10, 6) : tcp_probe("slurmctld", 30, 10);
  Value readiness = http ? http_probe(plan, "/readyz", "slurmctld", 3, 10) : exec_probe({"scontrol", "ping"}, 5, 10, 6);
  for (Value* probe : {&startup, &liveness, &readiness}) add_origin(*probe, plan.target.slurm.origin);

  Value claims = none(), volume = none();
  if (controller.state.create) {
    claims = Value::list({claim_template(controller.state, controller.state.name)});
  } else {
    volume = fill(
        templates::k8s_claim_volume,
        {{"name", to_value(controller.state.name)}, {"claim", to_value(controller.state.claim)}, {"readOnly", none()}},
        controller.state.claim->origin);
  }

  Substitutions substitutions{
      {"metadata", metadata_with_release(plan, component)},
      {"object", to_value(controller.endpoint.object)},
      {"selector", selector(plan, component)},
      {"nodesDomain", to_value(plan.nodes.fqdn)},
      {"podLabels", labels(plan, component)},
      {"podAnnotations", std::move(annotations)},
      {"initContainers", unless_empty(std::move(init))},
      {"image", to_value(plan.images.slurmctld)},
      {"port", to_value(controller.endpoint.port)},
      {"startupProbe", std::move(startup)},
      {"livenessProbe", std::move(liveness)},
      {"readinessProbe", std::move(readiness)},
      {"resources", daemon_resources(controller.resources)},
      {"serviceAccount", kubernetes.name.kind == Value::Kind::none ? fixed("default") : std::move(kubernetes.name)},
      {"wakeMount", wake_mount(elastic)},
      {"wakeVolume", elastic.objects.empty() ? none() : fill(templates::k8s_wake_emptydir, {}, elastic.why)},
      {"recordMount", record_mount(after, plan)},
      {"tokenMount", std::move(kubernetes.mount)},
      {"tokenVolume", std::move(kubernetes.token)},
      {"mungeMount", std::move(auth.mount)},
      {"mungeVolumes", std::move(auth.volumes)},
      {"directoryVolumes", std::move(directory.volumes)},
      {"configSources", config_and_keys(plan)},
      {"scripts", to_value(scripts_config_map_name(plan))},
      {"stateVolume", std::move(volume)},
      {"mounts", volume_mounts(controller.mounts)},
      {"exporter", exporter(plan, exporter_munge)},
      {"usersMount", volume_mounts(user_mounts(plan))},
      {"volumes", mounted_volumes(plan, controller.mounts, ClaimUse::read_only)},
      {"claims", std::move(claims)}};
  add_pod_values(substitutions, plan, controller.placement);
  std::vector<Value> objects;
  if (kubernetes.account.kind != Value::Kind::none) objects.push_back(std::move(kubernetes.account));
  for (Rights* rights : {&elastic, &after, &topology, &conditions, &dead, &tokens})
    std::move(rights->objects.begin(), rights->objects.end(), std::back_inserter(objects));
  Value ports = service_ports("slurmctld", controller.endpoint.port);
  append(ports, metrics_port(plan));
  objects.push_back(headless_service(plan, component, selector(plan, component), std::move(ports)));
  objects.push_back(fill(templates::k8s_slurmctld_statefulset, std::move(substitutions)));
  return {"k8s/controller.yaml", std::move(objects)};
}

}  // namespace skiff
