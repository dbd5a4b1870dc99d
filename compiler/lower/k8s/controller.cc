#include <algorithm>
#include <iterator>

#include "embedded/templates.h"
#include "lower/k8s/auth.h"
#include "lower/k8s/metadata.h"
#include "lower/k8s/mounts.h"
#include "lower/k8s/objects.h"
#include "lower/k8s/pods.h"
#include "lower/k8s/probes.h"
#include "lower/k8s/services.h"
#include "lower/k8s/sidecar.h"
#include "lower/slurm/restart.h"
#include "plan/names.h"
#include "provenance/constant.h"
#include "tree/to_value.h"

namespace skiff {
namespace {

/// slurmctld's own programs leave a mark for the container power.
Value power_mount(const Sidecar& power) {
  if (power.container.kind == Value::Kind::none) return none();
  return fill(templates::k8s_mount,
              {{"name", fixed("power")}, {"path", fixed("/run/power")}, {"subPath", none()}, {"readOnly", none()}},
              power.why);
}

}  // namespace

ObjectFile controller_objects(const plan::Plan& plan, const Confs& confs) {
  const plan::Controller& controller = plan.controller;
  const Component component{constant("slurmctld"), constant("controller"), controller.endpoint.object};
  Munge auth = munge(plan, plan.images.slurmctld);
  Sidecar elastic = power(plan);
  Sidecar after = after_drain(plan);
  Access kubernetes = access(plan, {&elastic, &after});

  std::vector<const Conf*> restarting{&confs.slurm};
  if (confs.gres) restarting.push_back(&*confs.gres);
  Value annotations = plan.annotations.empty() ? Value::map() : to_value(plan.annotations);
  // What a reconfigure does not take up rolls the pod, and nothing else does.
  const plan::Text hash = restart_hash(restarting, *plan.target.slurm);
  annotations.add("skiff/restart-hash", Value::string(*hash, hash.origin | plan.target.slurm.origin));

  Value init = Value::list();
  if (plan.accounting) {
    // slurmctld's first start fails without slurmdbd (22.05: at once).
    init.items.push_back(wait_for(plan, "wait-for-slurmdbd", plan.images.slurmctld, plan.accounting->endpoint));
    because(init.items.own().back(), plan.accounting->endpoint.fqdn.origin);
  }
  append(init, std::move(auth.container));

  // Liveness by a connection, not by scontrol: that reads the mounted files, and an edit that does not parse, which the
  // reconfigure sidecar refuses, must not cost the slurmctld that runs on.
  const bool http = *plan.target.slurm >= http_probes;
  Value startup = http ? http_probe(plan, "/livez", "slurmctld", 30) : exec_probe({"scontrol", "ping"}, 2, 10, 150);
  Value liveness = http ? http_probe(plan, "/livez", "slurmctld", 6) : tcp_probe("slurmctld", 30, 10);
  Value readiness = http ? http_probe(plan, "/readyz", "slurmctld", 3) : exec_probe({"scontrol", "ping"}, 10, 10, 3);
  for (Value* probe : {&startup, &liveness, &readiness}) because(*probe, plan.target.slurm.origin);

  Value claims = none(), volume = none();
  if (controller.state.create) {
    claims = Value::list({claim_template(controller.state)});
  } else {
    volume = fill(
        templates::k8s_claim_volume,
        {{"name", to_value(controller.state.name)}, {"claim", to_value(controller.state.claim)}, {"readOnly", none()}},
        controller.state.claim->origin);
  }

  Holes holes{{"metadata", metadata(plan, component)},
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
              {"serviceAccount", std::move(kubernetes.name)},
              {"powerMount", power_mount(elastic)},
              {"powerContainer", std::move(elastic.container)},
              {"powerVolume", std::move(elastic.volume)},
              {"afterDrainContainer", std::move(after.container)},
              {"afterDrainVolume", std::move(after.volume)},
              {"tokenVolume", std::move(kubernetes.token)},
              {"mungeMount", std::move(auth.mount)},
              {"mungeVolumes", std::move(auth.volumes)},
              {"configSources", config_and_keys(plan)},
              {"scripts", to_value(scripts_config_map_name(plan))},
              {"stateVolume", std::move(volume)},
              {"mounts", volume_mounts(controller.mounts)},
              {"volumes", mounted_volumes(plan, controller.mounts, ClaimUse::read_only)},
              {"claims", std::move(claims)}};
  add_pod_holes(holes, plan, controller.placement);
  std::vector<Value> objects;
  if (kubernetes.account.kind != Value::Kind::none) objects.push_back(std::move(kubernetes.account));
  for (Sidecar* sidecar : {&elastic, &after})
    std::move(sidecar->objects.begin(), sidecar->objects.end(), std::back_inserter(objects));
  objects.push_back(headless_service(plan, component, selector(plan, component),
                                     service_ports("slurmctld", controller.endpoint.port)));
  objects.push_back(fill(templates::k8s_slurmctld_statefulset, std::move(holes)));
  return {"k8s/controller.yaml", std::move(objects)};
}

}  // namespace skiff
