#include "embedded/templates.h"
#include "lower/k8s/containers.h"
#include "lower/k8s/metadata.h"
#include "lower/k8s/objects.h"
#include "lower/k8s/services.h"
#include "provenance/constant.h"
#include "tree/to_value.h"

namespace skiff {

namespace {

/// The strictest Pod Security Standard that admits all pods. Workers with control groups are privileged. `baseline`
/// also forbids host paths, the jail, jobs that run container images, the right to raise limits, and limits of users.
plan::Text pod_security_level(const plan::Plan& plan) {
  Origin why = plan.target.cgroup.origin;
  bool baseline = *plan.target.cgroup == "disabled";
  for (const auto& volume : plan.storage)
    if (volume.host_path) {
      baseline = false;
      why |= volume.host_path->origin;
    }
  if (plan.monitoring.gpu_jobs) {
    baseline = false;
    why |= plan.monitoring.gpu_jobs->why;
  }
  // Worker and login pods assemble the shared root with their own mounts, which `baseline` forbids.
  if (plan.jail) {
    baseline = false;
    why |= plan.jail->storage.origin;
  }
  // User namespaces in jobs need unconfined seccomp and AppArmor profiles, which `baseline` forbids.
  if (plan.pyxis || plan.oci) {
    baseline = false;
    why |= containers_origin(plan);
  }
  // Without control groups, worker pods with required limits have the capability SYS_RESOURCE, which `baseline` forbids.
  for (const plan::NodeSet& set : plan.node_sets) {
    if (!requires_any(set.limits)) continue;
    baseline = false;
    why |= set.limits.memlock.required.origin | set.limits.nofile.required.origin;
  }
  // Login pods make their control groups writable, and mount a /tmp for each user, with SYS_ADMIN, which `baseline` forbids.
  for (const plan::Login& login : plan.login) {
    why |= login.private_tmp.origin;
    if (login.user_limits) why |= login.user_limits->why;
    if (login.user_limits || *login.private_tmp) baseline = false;
  }
  return {baseline ? "baseline" : "privileged", why};
}

/// The nodes that have a local volume: `kubernetes.io/hostname in (a, b)`, or all given labels.
Value node_affinity(const plan::LocalVolume& local) {
  Value expressions = Value::list();
  const auto add = [&](plan::Text key, Value values) {
    values.origin |= key.origin;
    Value expression = Value::map(values.origin);
    expression.add("key", key).add("operator", Value::string("In", values.origin)).add("values", values);
    expressions.origin |= values.origin;
    expressions.items.push_back(std::move(expression));
  };
  if (!local.nodes.empty()) add({"kubernetes.io/hostname", local.nodes.front().origin}, to_value(local.nodes));
  for (const auto& [key, value] : local.node_selector)
    add({key, value.origin}, Value::list({to_value(value)}, value.origin));
  Value term = Value::map(expressions.origin);
  term.add("matchExpressions", expressions);
  Value required = Value::map(expressions.origin);
  required.add("nodeSelectorTerms", Value::list({std::move(term)}, expressions.origin));
  Value affinity = Value::map(expressions.origin);
  affinity.add("required", std::move(required));
  return affinity;
}

Value persistent_volume(const plan::Plan& plan, const Component& component, const plan::Volume& volume) {
  const plan::PersistentVolume& source = *volume.persistent;
  Value nfs = none(), local = none(), affinity = none();
  if (source.nfs) {
    nfs = Value::map(source.nfs->server.origin);
    nfs.add("server", source.nfs->server).add("path", source.nfs->path);
    if (*source.nfs->read_only) nfs.add("readOnly", source.nfs->read_only);
  }
  if (source.local) {
    local = Value::map(source.local->path.origin);
    local.add("path", source.local->path);
    affinity = node_affinity(*source.local);
  }
  return fill(templates::k8s_persistent_volume,
              {{"metadata", kept_when_pruned(plan, cluster_metadata(plan, component, source.name))},
               {"size", to_value(volume.size)},
               {"accessModes", to_value(volume.access_modes)},
               {"namespace", to_value(plan.ns)},
               {"claim", to_value(volume.claim)},
               {"mountOptions", unless_empty(to_value(source.mount_options))},
               {"nfs", std::move(nfs)},
               {"local", std::move(local)},
               {"nodeAffinity", std::move(affinity)}},
              volume.name.origin);
}

}  // namespace

ObjectFile namespace_objects(const plan::Plan& plan) {
  const Component component{constant("slurm"), constant("namespace"), plan.ns};
  Value meta = kept_when_pruned(plan, cluster_metadata(plan, component, plan.ns));
  Value* labels = meta.find("labels");
  const plan::Text level = pod_security_level(plan);
  for (const char* mode : {"enforce", "audit", "warn"})
    labels->add(std::string("pod-security.kubernetes.io/") + mode, level);
  add_origin(meta, plan.create_namespace.origin);
  return {"k8s/namespace.yaml",
          objects_of(fill(templates::k8s_namespace, {{"metadata", std::move(meta)}}, plan.create_namespace.origin))};
}

ObjectFile nodes_objects(const plan::Plan& plan) {
  const Component component{constant("slurm"), constant("nodes"), plan.nodes.object};
  // Select every pod of the cluster. Pods whose subdomain is this Service get their DNS names from it.
  Value all = Value::map();
  all.add("app.kubernetes.io/instance", plan.name).add("app.kubernetes.io/part-of", fixed("slurm"));
  return {"k8s/nodes.yaml", objects_of(headless_service(plan, component, std::move(all), none()))};
}

ObjectFile storage_objects(const plan::Plan& plan) {
  ObjectFile file{"k8s/storage.yaml", {}};
  for (const auto& volume : plan.storage) {
    if (!volume.create) continue;
    const Component component{constant("slurm"), {"storage-" + *volume.name, volume.name.origin}, *volume.claim};
    if (volume.persistent) file.objects.push_back(persistent_volume(plan, component, volume));
    file.objects.push_back(fill(templates::k8s_claim,
                                {{"metadata", kept_when_pruned(plan, metadata(plan, component))},
                                 {"accessModes", to_value(volume.access_modes)},
                                 {"storageClass", to_value(volume.storage_class)},
                                 {"volumeName", volume.persistent ? to_value(volume.persistent->name) : none()},
                                 {"size", to_value(volume.size)}},
                                volume.name.origin));
  }
  return file;
}

}  // namespace skiff
