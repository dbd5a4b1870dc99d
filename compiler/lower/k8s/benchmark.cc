#include "embedded/shared.h"
#include "embedded/templates.h"
#include "lower/k8s/auth.h"
#include "lower/k8s/client.h"
#include "lower/k8s/metadata.h"
#include "lower/k8s/mounts.h"
#include "lower/k8s/objects.h"
#include "lower/k8s/pods.h"
#include "plan/names.h"
#include "provenance/constant.h"
#include "tree/to_value.h"

namespace skiff {
namespace {

/// The directory of the results. It lies on a volume with other contents, so a container creates it for SlurmUser.
struct History {
  Value container, mount;
  Value volumes = Value::list();
};

History history(const plan::Plan& plan) {
  History parts;
  if (!plan.health->history) return parts;
  const Origin& why = plan.health->history->origin;
  const std::string volume = "storage-" + **plan.health->history;
  parts.container = fill(templates::k8s_history_container,
                         {{"image", to_value(plan.images.tools)},
                          {"pullPolicy", to_value(plan.images.pull_policy)},
                          {"volume", Value::string(volume, why)}},
                         why);
  parts.mount = fill(templates::k8s_mount,
                     {{"name", Value::string(volume, why)},
                      {"path", fixed(shared::paths::history)},
                      {"subPath", fixed("skiff-benchmarks")},
                      {"readOnly", none()}},
                     why);
  plan::Mount whole;
  whole.storage = *plan.health->history;
  parts.volumes = mounted_volumes(plan, {whole});
  return parts;
}

Value scripts_volume(const plan::Plan& plan) {
  return fill(templates::k8s_programs_volume,
              {{"name", fixed("scripts")}, {"configMap", to_value(scripts_config_map_name(plan))}});
}

}  // namespace

ObjectFile benchmark_objects(const plan::Plan& plan, const plan::Benchmark& benchmark) {
  const Component component{constant("benchmark"), benchmark.component, benchmark.object};
  Munge auth = munge(plan, plan.images.login);
  SlurmClient client = slurm_client(plan);
  History results = history(plan);
  Value init = Value::list();
  append(init, std::move(client.container));
  append(init, std::move(auth.container));
  append(init, std::move(results.container));
  Value volumes = Value::list();
  append(volumes, scripts_volume(plan));
  for (const Value* each : {&client.volumes, &auth.volumes, &results.volumes})
    for (const Value& volume : each->items) append(volumes, volume);
  Substitutions substitutions{
      {"metadata", metadata(plan, component)},     {"schedule", to_value(benchmark.schedule)},
      {"timeZone", to_value(benchmark.time_zone)}, {"suspend", to_value(benchmark.suspend)},
      {"deadline", to_value(benchmark.deadline)},  {"labels", labels(plan, component)},
      {"podLabels", labels(plan, component)},      {"podAnnotations", to_value(plan.annotations)},
      {"hostname", to_value(benchmark.object)},    {"nodesService", to_value(plan.nodes.object)},
      {"nodesDomain", to_value(plan.nodes.fqdn)},  {"initContainers", unless_empty(std::move(init))},
      {"image", to_value(plan.images.tools)},      {"settings", to_value(benchmark_config_map_name(benchmark))},
      {"clientMount", std::move(client.mount)},    {"mungeMount", std::move(auth.mount)},
      {"historyMount", std::move(results.mount)},  {"volumes", std::move(volumes)}};
  add_pod_values(substitutions, plan, benchmark.placement);
  return {"k8s/benchmark-" + *benchmark.name + ".yaml",
          objects_of(fill(templates::k8s_benchmark_cronjob, std::move(substitutions))), benchmark.name.origin};
}

}  // namespace skiff
