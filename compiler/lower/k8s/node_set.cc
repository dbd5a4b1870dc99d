#include <algorithm>

#include "embedded/shared.h"
#include "embedded/templates.h"
#include "lower/k8s/auth.h"
#include "lower/k8s/client.h"
#include "lower/k8s/containers.h"
#include "lower/k8s/directory.h"
#include "lower/k8s/gate.h"
#include "lower/k8s/jail.h"
#include "lower/k8s/metadata.h"
#include "lower/k8s/mounts.h"
#include "lower/k8s/node_ssh.h"
#include "lower/k8s/objects.h"
#include "lower/k8s/pods.h"
#include "lower/k8s/probes.h"
#include "lower/k8s/site_files.h"
#include "lower/k8s/volumes.h"
#include "lower/runtime/jail.h"
#include "plan/catalogue.h"
#include "plan/names.h"
#include "provenance/constant.h"
#include "text/split.h"
#include "tree/to_value.h"

namespace skiff {
namespace {

/// GPUs and RDMA devices have only limits: Kubernetes takes the request of an extended resource from its limit.
Value resources(const plan::NodeSet& set) {
  Value limits = Value::map();
  limits.add("cpu", Value::string(std::to_string(*set.cpus), set.cpus.origin));
  limits.add("memory", set.memory);
  if (set.gpus)
    limits.add(*set.gpus->resource,
               Value::string(std::to_string(*set.gpus->count), set.gpus->count.origin | set.gpus->resource.origin));
  if (set.rdma)
    limits.add(*set.rdma->resource,
               Value::string(std::to_string(*set.rdma->count), set.rdma->count.origin | set.rdma->resource.origin));
  return Value::map()
      .add("requests", Value::map().add("cpu", set.cpu_request).add("memory", set.memory_request))
      .add("limits", std::move(limits));
}

/// A set with GPUs tolerates the taint that clouds put on GPU nodes.
Value tolerated(const plan::NodeSet& set) {
  Value list = tolerations(set.placement);
  const auto covers = [&](const plan::Toleration& toleration) {
    return toleration.key && **toleration.key == *set.gpus->resource && toleration.op && **toleration.op == "Exists" &&
           (!toleration.effect || **toleration.effect == "NoSchedule");
  };
  const auto& own = set.placement.tolerations;
  if (!set.gpus || std::any_of(own.begin(), own.end(), covers)) return list;
  if (list.kind == Value::Kind::none) list = Value::list();
  Value item =
      Value::map().add("key", set.gpus->resource).add("operator", fixed("Exists")).add("effect", fixed("NoSchedule"));
  add_origin(item, set.gpus->type.origin | set.gpus->resource.origin);
  list.items.push_back(std::move(item));
  return list;
}

Value spread(const plan::NodeSet& set) {
  if (!*set.spread) return none();
  Value labels = Value::map().add("app.kubernetes.io/name", fixed("slurmd"));
  return fill(templates::k8s_spread_affinity, {{"labels", std::move(labels)}}, set.spread.origin);
}

/// What root in the jail has in a login pod too. Privileged pods have it.
Value admin_capabilities(const plan::Plan& plan) {
  const auto admins = jail_admins(plan);
  if (!admins) return none();
  Value list = Value::list();
  list.items.push_back(fixed("AUDIT_WRITE"));
  list.items.own().back().comment = "sudo writes to the audit log, and refuses if it cannot.";
  list.items.push_back(fixed("FSETID"));
  list.items.own().back().comment = "Packages have directories with setgid bits.";
  add_origin(list, *admins);
  return list;
}

Value security_context(const plan::Plan& plan) {
  const bool cgroup = *plan.target.cgroup != "disabled";
  if (!cgroup && plan.jail)
    return fill(templates::k8s_slurmd_jailed, {{"adminCapabilities", admin_capabilities(plan)}},
                plan.target.cgroup.origin | plan.jail->storage.origin);
  if (!cgroup && (plan.pyxis || plan.oci))
    return fill(templates::k8s_slurmd_containers, {}, plan.target.cgroup.origin | containers_origin(plan));
  return fill(cgroup ? templates::k8s_slurmd_privileged : templates::k8s_slurmd_unprivileged, {},
              plan.target.cgroup.origin);
}

/// Adds the right to raise hard limits if the spec requires limits. Privileged pods have it.
Value with_limits(Value context, const plan::Plan& plan, const plan::Limits& limits) {
  if (*plan.target.cgroup != "disabled" || !requires_any(limits)) return context;
  Value right = fixed("SYS_RESOURCE");
  right.comment = SharedText::lasting("To raise the hard limits of jobs. Tasks of users run without capabilities.");
  add_origin(right, plan.target.cgroup.origin | limits.memlock.required.origin | limits.nofile.required.origin);
  append(*context.find("capabilities")->find("add"), std::move(right));
  return context;
}

/// The variables with the limits for limits.sh.
Value limit_env(const plan::Limits& limits) {
  Value list = Value::list();
  for (const bool required : {true, false}) {
    plan::Text words{"", limits.memlock.required.origin | limits.nofile.required.origin};
    for (const auto& [name, limit] : {std::pair{"memlock", &limits.memlock}, std::pair{"nofile", &limits.nofile}}) {
      if (*limit->required != required) continue;
      words.value += (words->empty() ? "" : " ") + std::string(name) + '=' + *limit->value;
      words.origin |= limit->value.origin;
    }
    if (words->empty()) continue;
    append(list, fill(templates::k8s_env,
                      {{"name", fixed(required ? "LIMITS" : "LIMITS_IF_POSSIBLE")}, {"value", to_value(words)}},
                      words.origin));
  }
  return list;
}

/// With auth/slurm: the key as a separate file, because workers have no /etc/slurm.
struct Key {
  Value env, mount, volume;
};
Key key(const plan::Plan& plan) {
  if (*plan.auth.method != "slurm") return {};
  const Origin& why = plan.auth.method.origin;
  // auth/slurm/internal.c, init_internal.
  const std::string variable = *plan.auth.key_file == "slurm.jwks" ? "SLURM_SACK_JWKS" : "SLURM_SACK_KEY";
  return {
      fill(templates::k8s_env,
           {{"name", Value::string(variable, plan.auth.key_file.origin)}, {"value", key_path(plan)}}, why),
      mount_at("keys", shared::paths::keys, why),
      fill(templates::k8s_secret_volume,
           {{"name", fixed("keys")}, {"secret", to_value(plan.auth.secret)}, {"items", key_items(plan, false)}}, why)};
}

/// The variable that tells start-slurmd.sh what to close on the pod's own root filesystem.
Value jail_env(const plan::Plan& plan, const plan::NodeSet& set) {
  if (!plan.jail) return none();
  return fill(templates::k8s_env, {{"name", fixed("CLOSED")}, {"value", to_value(jail_closes(plan, set))}},
              plan.jail->storage.origin);
}

/// The variable that tells start-slurmd.sh which directories to protect. With a jail, only root may write to some of them.
Value folder_env(const plan::Plan& plan, const plan::NodeSet& set) {
  const plan::Text closed = plan.jail ? jail_closes(plan, set) : plan::Text{};
  plan::Texts open;
  for (const plan::Text& folder : set.shared_folders)
    if (std::ranges::count(Parts(*closed, ' '), *folder) == 0) open.push_back({*folder, folder.origin | closed.origin});
  return shared_folders_env(open);
}

/// The origin of the user's health checks in a pod.
Origin checks_origin(const plan::Plan& plan) {
  Origin why = plan.health->checks->timeout.origin;
  for (const auto& [name, text] : plan.health->checks->programs) why |= text.origin;
  return why;
}

/// The settings of skiff-health, and the user's own checks. They are mounted as directories, because a single file
/// (subPath) is never updated.
Value health_mounts(const plan::Plan& plan) {
  Value mounts = Value::list();
  if (plan.health) append(mounts, mount_at("health", shared::paths::health, plan.health->interval.origin));
  if (plan.health && plan.health->checks)
    append(mounts, mount_at("health-checks", shared::paths::checks, checks_origin(plan)));
  return unless_empty(std::move(mounts));
}

Value health_volumes(const plan::Plan& plan, const plan::NodeSet& set) {
  Value volumes = Value::list();
  if (plan.health)
    append(volumes, fill(templates::k8s_config_map_volume,
                         {{"name", fixed("health")}, {"configMap", to_value(health_config_map_name(plan, set))}},
                         plan.health->interval.origin));
  if (plan.health && plan.health->checks)
    append(volumes, fill(templates::k8s_programs_volume,
                         {{"name", fixed("health-checks")}, {"configMap", to_value(checks_config_map_name(plan))}},
                         checks_origin(plan)));
  return unless_empty(std::move(volumes));
}

/// The directory in which gpu-jobs.sh writes the jobs on the GPUs of the set.
struct GpuJobParts {
  Value mount, volume;
};
GpuJobParts gpu_job_parts(const plan::Plan& plan, const plan::NodeSet& set) {
  if (!plan.monitoring.gpu_jobs || !has_nvidia_gpus(set)) return {none(), none()};
  const plan::GpuJobs& jobs = *plan.monitoring.gpu_jobs;
  const Origin why = jobs.why | set.gpus->type.origin | set.gpus->resource.origin;
  return {fill(templates::k8s_mount,
               {{"name", fixed("gpu-jobs")},
                {"path", fixed(shared::paths::gpuJobs)},
                {"subPath", none()},
                {"readOnly", none()}},
               why),
          fill(templates::k8s_gpu_jobs_volume, {{"path", to_value(jobs.host_path)}}, why)};
}

/// True if slurmd's container requests all that it may use.
bool requests_all(const plan::NodeSet& set) {
  return *set.cpu_request == std::to_string(*set.cpus) && *set.memory_request == *set.memory;
}

/// Kubernetes gives a pod the class Guaranteed only if each of its containers has equal requests and limits. Then
/// slurmd keeps its memory when a node runs out of it, and the kubelet's static CPU manager gives it CPUs of its own.
/// The other containers need more CPU than they otherwise request: a throttled munged delays every message.
Value with_cpu_limit(Value container, const plan::NodeSet& set) {
  if (container.kind == Value::Kind::none || !requests_all(set)) return container;
  const Value cpu = Value::string("100m", set.cpu_request.origin | set.memory_request.origin);
  Value& resources = *container.find("resources");
  *resources.find("requests")->find("cpu") = cpu;
  Value& limits = *resources.find("limits");
  limits = Value::map().add("cpu", cpu).add("memory", *limits.find("memory"));
  return container;
}

Value init_containers(const plan::NodeSet& set, std::vector<Value> containers) {
  Value init = Value::list();
  for (Value& container : containers) append(init, with_cpu_limit(std::move(container), set));
  return unless_empty(std::move(init));
}

Value scaling_mode(const plan::NodeSet& set) { return Value::string("elastic", set.replicas.origin); }

/// The template of an elastic set. The sidecar of slurmctld creates its pods, which have the same content as the pods
/// of a StatefulSet. There is no disruption budget for them: a budget asks the pods' controller for its replicas, and
/// refuses every eviction if there is no controller (policy/v1, maxUnavailable).
Value pod_template(const plan::NodeSet& set, Value meta, const Value& stateful_set) {
  meta.find("labels")->add("skiff/scaling", scaling_mode(set));
  Value& annotations = annotations_of(meta);
  const auto number = [&](SharedText key, const plan::Int& value) {
    annotations.add(std::move(key), Value::string(std::to_string(*value), value.origin));
  };
  number("skiff/min", set.scaling->min);
  number("skiff/max", set.replicas);
  number("skiff/retry-after", set.scaling->retry);
  return fill(templates::k8s_pod_template,
              {{"metadata", std::move(meta)}, {"template", *stateful_set.at({"spec", "template"})}},
              set.replicas.origin);
}

}  // namespace

NodeSetForms node_set_forms(const plan::Plan& plan) {
  Munge auth = munge(plan, plan.images.slurmd);
  Key slurm_key = key(plan);
  Gate guard = gate(plan, plan.images.slurmd, "run", "/run");
  ContainerParts containers = container_parts(plan);
  SiteFileParts files = worker_site_files(plan);
  NodeSshParts ssh = node_ssh_parts(plan);
  SshClientParts ssh_client = ssh_client_parts(plan);
  const bool http = *plan.target.slurm >= http_probes;
  const auto probe = [&](std::string_view path, int period, int failures) {
    Value value = http ? http_probe(plan, path, "slurmd", period, failures)
                       : exec_probe({"scontrol", "show", "slurmd"}, period, 10, failures);
    add_origin(value, plan.target.slurm.origin);
    return value;
  };
  Substitutions common{{"image", to_value(plan.images.slurmd)},
                       {"confServer", conf_server(plan)},
                       {"nodesDomain", to_value(plan.nodes.fqdn)},
                       {"nodesService", to_value(plan.nodes.object)},
                       {"keyEnv", std::move(slurm_key.env)},
                       {"containerEnv", unless_empty(std::move(containers.env))},
                       {"fileEnv", std::move(files.env)},
                       {"fileMount", std::move(files.mount)},
                       {"fileVolume", std::move(files.volume)},
                       {"sshEnv", std::move(ssh.env)},
                       {"sshPort", std::move(ssh.port)},
                       {"sshMounts", std::move(ssh.mounts)},
                       {"sshVolumes", std::move(ssh.volumes)},
                       {"sshClientMount", std::move(ssh_client.mount)},
                       {"sshClientVolume", std::move(ssh_client.volume)},
                       {"startupProbe", probe("/livez", 1, 600)},
                       {"readinessProbe", probe("/readyz", 5, 9)},
                       {"keyMount", std::move(slurm_key.mount)},
                       {"mungeMount", std::move(auth.mount)},
                       {"healthMounts", health_mounts(plan)},
                       {"containerMounts", unless_empty(std::move(containers.mounts))},
                       {"containerVolumes", unless_empty(std::move(containers.volumes))},
                       {"scripts", to_value(scripts_config_map_name(plan))},
                       {"keyVolume", std::move(slurm_key.volume)},
                       {"mungeVolumes", std::move(auth.volumes)},
                       {"directoryVolumes", directory_parts(plan).volumes},
                       {"gateMount", std::move(guard.mount)},
                       {"gateVolume", std::move(guard.volume)}};
  add_image_values(common, plan);
  return {Form(templates::k8s_slurmd_statefulset, std::move(common)),
          Form(templates::k8s_disruption_budget, {{"maxUnavailable", to_value(constant(1))}}), security_context(plan)};
}

ObjectFile node_set_objects(const plan::Plan& plan, const NodeSetForms& forms, const plan::NodeSet& set) {
  const Component component{constant("slurmd"), set.component, set.name};
  const Value meta = metadata(plan, component);
  const Value selected = selector(plan, component);
  Value annotations = Value::map();
  for (const auto& [k, value] : plan.annotations) {
    annotations.add(k, value);
    annotations.origin |= value.origin;
  }
  for (const auto& [k, value] : set.annotations) {
    annotations.origin |= value.origin;
    if (Value* same = annotations.find(k))
      *same = to_value(value);
    else
      annotations.add(k, value);
  }
  // drain.sh must stop waiting before the grace period of the pod ends.
  const plan::Text drain{std::to_string(std::max<std::int64_t>(*set.grace_seconds - 15, 1)), set.grace_seconds.origin};
  JailParts jail;
  if (plan.jail)
    jail = jail_parts(plan, jail_config_map_name(plan, set), jail_folders(jail_mounts(plan, set)), plan.images.slurmd);
  Value labels = with_pairs(*meta.at({"labels"}), set.labels);
  if (set.scaling) {
    labels.add("skiff/scaling", scaling_mode(set));
    // Only Slurm decides when these pods are deleted. An autoscaler cannot know whether a job runs on a Kubernetes
    // node.
    using Pair = std::pair<SharedText, SharedText>;
    for (const auto& [key, value] :
         {Pair{"cluster-autoscaler.kubernetes.io/safe-to-evict", "false"}, Pair{"karpenter.sh/do-not-disrupt", "true"}})
      if (!annotations.find(key)) annotations.add(key, Value::string(value, set.replicas.origin));
  }
  std::vector<plan::Mount> mounted = set.mounts;
  // container_parts mounts the directory of this volume, so only the volume is added here.
  if (plan.pyxis && plan.pyxis->storage) mounted.push_back({*plan.pyxis->storage, {}, {}, {}});
  PodClaims claims = pod_claims(plan, mounted);
  GpuJobParts gpu_jobs = gpu_job_parts(plan, set);
  Substitutions own{
      {"metadata", meta},
      {"replicas", to_value(set.replicas)},
      {"updateStrategy", to_value(set.update_strategy)},
      {"selector", selected},
      {"podLabels", std::move(labels)},
      {"podAnnotations", annotations.members.empty() ? none() : std::move(annotations)},
      {"subdomain", set.scaling ? to_value(plan.nodes.object) : none()},
      {"affinity", spread(set)},
      {"graceSeconds", to_value(set.grace_seconds)},
      {"drainSeconds", to_value(drain)},
      {"port", to_value(set.port)},
      {"resources", resources(set)},
      {"limitEnv", limit_env(set.limits)},
      {"folderEnv", folder_env(plan, set)},
      {"securityContext", with_limits(forms.security_context, plan, set.limits)},
      {"mounts", volume_mounts(set.mounts)},
      {"sharedMemory", to_value(set.shared_memory)},
      {"tmpVolume", empty_dir_volume(set.tmp.value_or(plan::EmptyDir{}), fixed("tmp"), {})},
      {"healthVolumes", health_volumes(plan, set)},
      {"gpuJobsMount", std::move(gpu_jobs.mount)},
      {"gpuJobsVolume", std::move(gpu_jobs.volume)},
      {"jailEnv", jail_env(plan, set)},
      {"jailMount", jail.mount},
      {"jailVolume", jail.volume},
      {"volumes", mounted_volumes(plan, mounted)},
      {"claims", std::move(claims.templates)},
      {"claimRetention", std::move(claims.retention)},
      {"initContainers",
       init_containers(set, {jail.wait, munge(plan, plan.images.slurmd).container, directory_parts(plan).container,
                             gate(plan, plan.images.slurmd, "run", "/run").container})}};
  add_placement_values(own, set.placement, tolerated(set));
  const std::string path = "k8s/nodeset-" + *set.name + ".yaml";
  if (set.scaling) return {path, objects_of(pod_template(set, meta, forms.stateful_set.fill(own))), set.name.origin};
  return {path,
          objects_of(forms.disruption_budget.fill({{"metadata", meta}, {"selector", selected}}),
                     forms.stateful_set.fill(own)),
          set.name.origin};
}

}  // namespace skiff
