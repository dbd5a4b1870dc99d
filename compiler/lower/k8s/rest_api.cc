#include "embedded/templates.h"
#include "lower/k8s/metadata.h"
#include "lower/k8s/objects.h"
#include "lower/k8s/pods.h"
#include "lower/k8s/services.h"
#include "lower/slurm/restart.h"
#include "plan/names.h"
#include "provenance/constant.h"
#include "tree/to_value.h"

namespace skiff {
namespace {

/// Without accounting, slurmrestd must not load the plugin that needs slurmdbd: it would exit at startup.
Value command(const plan::Plan& plan) {
  Value list = Value::list();
  for (const char* word : {"slurmrestd", "-a", "rest_auth/jwt"}) list.items.push_back(fixed(word));
  if (!plan.accounting) {
    list.items.push_back(fixed("-s"));
    list.items.push_back(fixed(*plan.target.slurm >= Version{23, 11} ? "openapi/slurmctld" : "openapi/v0.0.38"));
    add_origin(list, plan.target.slurm.origin);
  }
  list.items.push_back(
      Value::string("0.0.0.0:" + std::to_string(*plan.rest_api->endpoint.port), plan.rest_api->endpoint.port.origin));
  return list;
}

}  // namespace

ObjectFile rest_api_objects(const plan::Plan& plan, const Confs& confs) {
  const plan::RestApi& rest = *plan.rest_api;
  const Component component{constant("slurmrestd"), constant("rest-api"), rest.endpoint.object};
  Value annotations = plan.annotations.empty() ? Value::map() : to_value(plan.annotations);
  // slurmrestd reads slurm.conf only at startup.
  annotations.add("skiff/restart-hash", content_hash(confs.slurm));
  Substitutions substitutions{
      {"metadata", metadata(plan, component)},     {"replicas", to_value(rest.replicas)},
      {"affinity", apart(plan, component, true)},  {"selector", selector(plan, component)},
      {"podLabels", labels(plan, component)},      {"podAnnotations", std::move(annotations)},
      {"image", to_value(plan.images.slurmrestd)}, {"command", command(plan)},
      {"port", to_value(rest.endpoint.port)},      {"resources", daemon_resources(rest.resources)},
      {"config", to_value(config_map_name(plan))}};
  add_pod_values(substitutions, plan, rest.placement);
  return {"k8s/rest-api.yaml", objects_of(front_service(plan, component, rest.service, "slurmrestd"),
                                          disruption_budget(plan, component, constant(1)),
                                          fill(templates::k8s_slurmrestd_deployment, std::move(substitutions)))};
}

}  // namespace skiff
