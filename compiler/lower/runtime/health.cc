#include "lower/runtime/health.h"

#include "embedded/shared.h"
#include "lower/runtime/settings.h"
#include "plan/catalogue.h"
#include "plan/health_checks.h"
#include "plan/jail.h"
#include "provenance/constant.h"
#include "tree/to_value.h"

namespace skiff {
namespace {

Value recovery(const plan::Health& health) {
  return Value::map(health.interval.origin)
      .add("goodRuns", to_value(health.good_runs))
      .add("maxDrains", to_value(health.max_drains))
      .add("window", to_value(health.window));
}

// NVML and GPUDirect exist only for NVIDIA.
Value gpus(const plan::NodeSet& set) {
  if (!has_nvidia_gpus(set)) return none();
  Value map = Value::map(set.gpus->resource.origin | set.gpus->count.origin);
  map.add("count", to_value(set.gpus->count));
  map.add("type", to_value(set.gpus->type));
  return map;
}

// The count of the EFA resource is the number of devices. The resource of other RDMA devices can be shared and then
// counts once, so the spec gives the number of their ports instead.
Value efa(const plan::NodeSet& set) {
  if (!set.rdma || resource_kind(*set.rdma->resource) != catalogue::Resource::Kind::efa) return none();
  Value count = to_value(set.rdma->count);
  count.origin |= set.rdma->resource.origin;
  return count;
}

Value rdma(const plan::NodeSet& set) {
  if (!set.rdma || !set.rdma->ports) return none();
  const Origin& why = set.rdma->ports->origin;
  Value map = Value::map(why);
  if (!set.rdma->ignore.empty()) map.add("ignore", to_value(set.rdma->ignore));
  if (set.rdma->rate) map.add("rate", to_value(set.rdma->rate));
  if (has_nvidia_gpus(set)) {
    map.add("gpuDirect", to_value(set.rdma->gpu_direct));
    add_origin(map.members.own().back().value, set.gpus->resource.origin);
  }
  map.add("linkLayer", to_value(set.rdma->link_layer));
  map.add("ports", to_value(set.rdma->ports));
  add_origin(map, why);
  return map;
}

Value cpus(const plan::NodeSet& set) {
  Value map = Value::map(set.cpus.origin);
  map.add("count", to_value(set.cpus));
  if (!set.sockets) return map;
  map.add("sockets", to_value(set.sockets));
  map.add("coresPerSocket", to_value(set.cores_per_socket));
  map.add("threadsPerCore", to_value(set.threads_per_core));
  return map;
}

Value mounts(const plan::Plan& plan, const plan::NodeSet& set) {
  Value list = Value::list();
  for (const auto& mount : set.mounts) {
    if (!has_mount_check(mount)) continue;
    Value map = Value::map(mount.path.origin | mount.storage.origin);
    map.add("path", to_value(mount.path));
    map.add("readOnly", to_value(mount.read_only));
    list.origin |= map.origin;
    list.items.push_back(std::move(map));
  }
  add_origin(list, plan.health->mounts);
  return unless_empty(std::move(list));
}

Value space(const plan::Plan& plan, const plan::NodeSet& set) {
  Value list = Value::list({fixed(shared::paths::workerState)}, constant(0).origin);
  Origin decided = plan.health->mounts;
  for (const auto& mount : set.mounts) {
    decided |= mount.storage.origin;
    if (!has_space_check(plan, mount)) continue;
    Value path = to_value(mount.path);
    path.origin |= mount.storage.origin;
    list.items.push_back(std::move(path));
  }
  add_origin(list, decided);
  return list;
}

Value cgroup(const plan::Plan& plan) {
  const plan::Text& kind = plan.target.cgroup;
  if (*kind == "disabled") return none();
  const bool two = *kind == "v2";
  Value list = Value::list({}, kind.origin);
  // The controllers that slurmd needs to start, because of the Constrain… lines of cgroup.conf (cgroup_v2.c,
  // cgroup_v1.c).
  for (const char* controller : {"cpuset", "memory", two ? "cpu" : "devices"})
    list.items.push_back(Value::string(std::string(controller), kind.origin));
  return Value::map(kind.origin)
      .add("version", Value::integer(two ? 2 : 1, kind.origin))
      .add("controllers", std::move(list));
}

Value names(const plan::Plan& plan) {
  return Value::list(
      {to_value(plan.controller.endpoint.fqdn), Value::string("%n." + *plan.nodes.fqdn, plan.nodes.fqdn.origin)},
      constant(true).origin);
}

Value custom(const plan::Health& health) {
  if (!health.checks) return none();
  Value map = Value::map(health.checks->timeout.origin);
  map.add("folder", fixed(shared::paths::checks));
  map.add("timeout", to_value(health.checks->timeout));
  map.add("contexts", to_value(health.checks->contexts));
  for (const auto& [name, text] : health.checks->programs) map.origin |= text.origin;
  add_origin(map, map.origin);
  return map;
}

Value jail(const plan::Plan& plan) {
  if (!plan.jail) return none();
  const Origin& why = plan.jail->storage.origin;
  return Value::map(why)
      .add("path", Value::string(jail_root, why))
      .add("marker", Value::string(std::string(shared::paths::jailMarker.substr(1)), why))
      .add("version", to_value(plan.jail->version));
}

Value levels(const std::vector<plan::Levels>& all) {
  Value map = Value::map();
  for (const auto& levels : all) {
    map.origin |= levels.check.origin;
    Value instead = to_value(levels.instead);
    add_origin(instead, levels.check.origin);
    map.add(*levels.check, std::move(instead));
  }
  return map.members.empty() ? none() : map;
}

Value thresholds(const plan::Numbers& numbers) {
  Value map = Value::map();
  for (const auto& [key, value] : numbers) {
    map.origin |= value.origin;
    map.add(key, to_value(value));
  }
  return map.members.empty() ? none() : map;
}

}  // namespace

std::vector<MapFile> check_programs(const plan::Checks& checks) {
  std::vector<MapFile> files;
  for (const auto& [name, text] : checks.programs) files.push_back(as_it_is(name, "checks/" + name, text));
  return files;
}

MapFile health_settings(const plan::Plan& plan, const plan::NodeSet& set) {
  const plan::Health& health = *plan.health;
  Value sometimes = Value::map(set.name.origin);
  sometimes.add("gpus", gpus(set));
  sometimes.add("efa", efa(set));
  sometimes.add("rdma", rdma(set));
  sometimes.add("cgroup", cgroup(plan));
  sometimes.add("mounts", mounts(plan, set));
  sometimes.add("jail", jail(plan));
  sometimes.add("thresholds", thresholds(health.thresholds));
  sometimes.add("xids", to_value(health.xids));
  sometimes.add("levels", levels(health.levels));
  sometimes.add("custom", custom(health));
  sometimes.add("disabled", unless_empty(to_value(health.disabled)));
  Value always = Value::map();
  always.add("realMemory", to_value(set.real_memory));
  always.add("cpus", cpus(set));
  always.add("space", space(plan, set));
  always.add("clock", Value::boolean(true, constant(true).origin));
  always.add("names", names(plan));
  always.add("timeout", to_value(health.timeout));
  always.add("recovery", recovery(health));
  always.add("comment", to_value(health.comment));
  return settings_file("settings.json", "health/" + *set.name + ".json", settings_map(std::move(sometimes), always));
}

}  // namespace skiff
