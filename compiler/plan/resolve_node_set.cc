#include <algorithm>

#include "diag/suggest.h"
#include "plan/catalogue.h"
#include "plan/resolve_parts.h"
#include "plan/units.h"
#include "spec/refuse.h"

namespace skiff {
namespace {

/// The first release series whose NodeAddr accepts a range with a suffix, as in w-[0-3].w.slurm.svc.cluster.local.
/// (It came with 23.02.5; 22.05.8 fails with "Unable to create NodeAddr list".)
constexpr Version addresses_as_range{23, 11};

constexpr const char* instance_type = "node.kubernetes.io/instance-type";

/// `h100-[0-63]`, `h100-0`, or empty without pods.
std::string pod_range(const std::string& name, std::int64_t count, std::string_view suffix) {
  if (count == 0) return "";
  if (count == 1) return name + "-0" + std::string(suffix);
  return name + "-[0-" + std::to_string(count - 1) + "]" + std::string(suffix);
}

std::string pod_list(const std::string& name, std::int64_t count, std::string_view suffix) {
  std::string list;
  for (std::int64_t i = 0; i < count; ++i) {
    if (i) list += ',';
    list += name + "-" + std::to_string(i);
    list += suffix;
  }
  return list;
}

/// Sets the number of nodes, and whether all of them have a pod.
void resolve_size(const spec::NodeSet& set, plan::NodeSet& resolved, Diagnostics& diagnostics) {
  if (!set.replicas && !set.scaling)
    require(diagnostics, "SKF210", set, "replicas", "give exactly one of replicas, scaling");
  if (set.replicas && set.scaling)
    forbid(diagnostics, "SKF210", set.replicas,
           "may not be specified together with scaling: scaling.max is the number of nodes");
  if (!set.scaling) {
    resolved.replicas = set.replicas ? set.replicas.tracked() : plan::Int{0, {}};
    return;
  }
  const spec::Scaling& scaling = *set.scaling;
  resolved.replicas = scaling.max.tracked();
  resolved.replicas.origin |= scaling.mode.origin;
  resolved.scaling = plan::Scaling{scaling.min.tracked(), resolve_seconds(scaling.idle_after),
                                   resolve_seconds(scaling.resume_timeout), resolve_seconds(scaling.retry_after)};
}

void resolve_names(const spec::NodeSet& set, const plan::Plan& plan, plan::NodeSet& resolved) {
  resolved.name = set.name.tracked();
  resolved.component = {"nodeset-" + *set.name, set.name.origin};
  resolved.port = plan.nodes.port;
  const std::int64_t count = *resolved.replicas;
  const Origin names = set.name.origin | resolved.replicas.origin;
  resolved.hostlist = {pod_range(*set.name, count, ""), names};
  const std::string suffix = "." + *plan.nodes.fqdn;
  const bool range = *plan.target.slurm >= addresses_as_range;
  resolved.addresses = {(range ? pod_range : pod_list)(*set.name, count, suffix),
                        names | plan.nodes.fqdn.origin | plan.target.slurm.origin};
}

/// Sets sockets, cores and threads, and the CPUs, which are their product.
void resolve_cpus(const plan::Int& sockets, const plan::Int& cores, const plan::Int& threads, plan::NodeSet& resolved) {
  resolved.sockets = sockets;
  resolved.cores_per_socket = cores;
  resolved.threads_per_core = threads;
  resolved.cpus = {*sockets * *cores * *threads, sockets.origin | cores.origin | threads.origin};
}

void resolve_by_catalogue(const spec::NodeSet& set, const catalogue::Hardware& entry, const plan::Plan& plan,
                          plan::NodeSet& resolved) {
  const auto known = [&](const auto& value, std::string_view file = catalogue::Hardware::file) {
    auto found = traced(value, file);
    found.origin |= set.hardware.shorthand.origin;
    return found;
  };
  if (entry.cpus)
    resolved.cpus = known(*entry.cpus);
  else
    resolve_cpus(known(*entry.sockets), known(*entry.cores_per_socket), known(*entry.threads_per_core), resolved);
  resolved.memory = known(entry.memory);
  resolved.cpu_request = {std::to_string(entry.pod_cpus.value), known(entry.pod_cpus).origin};
  if (entry.gpu_type) {
    const catalogue::GpuVendor& vendor = *find_gpu_vendor(entry.gpu_type->value);
    resolved.gpus =
        plan::Gpus{known(*entry.gpu_type), known(*entry.gpu_count), known(vendor.resource, vendor.file), {}};
  }
  if (entry.rdma_resource) {
    resolved.rdma = plan::Rdma{.resource = known(*entry.rdma_resource), .count = known(*entry.rdma_count)};
    if (entry.rdma_ports)
      resolved.rdma->ports = known(*entry.rdma_ports), resolved.rdma->rate = known(*entry.rdma_rate);
  }
  // On the entry's cloud, the pods belong on its instance type. Elsewhere the label may mean something else.
  auto& selector = resolved.placement.node_selector;
  const bool own =
      std::any_of(selector.begin(), selector.end(), [](const auto& pair) { return pair.first == instance_type; });
  if (entry.instance_type && entry.platform.value == *plan.target.platform && !own) {
    plan::Text type = known(*entry.instance_type);
    type.origin |= plan.target.platform.origin;
    selector.emplace_back(instance_type, std::move(type));
  }
}

void resolve_by_hand(const spec::Hardware& hardware, plan::NodeSet& resolved, Diagnostics& diagnostics) {
  const bool topology = hardware.sockets || hardware.cores_per_socket || hardware.threads_per_core;
  if (hardware.cpus && topology) {
    forbid(diagnostics, "SKF203", hardware.cpus,
           "may not be specified together with sockets, coresPerSocket and threadsPerCore: their product is the "
           "number of CPUs");
    return;
  }
  if (topology) {
    const std::pair<const char*, const spec::Int*> parts[] = {{"sockets", &hardware.sockets},
                                                              {"coresPerSocket", &hardware.cores_per_socket},
                                                              {"threadsPerCore", &hardware.threads_per_core}};
    bool complete = true;
    for (const auto& [name, part] : parts) {
      if (*part) continue;
      complete = false;
      require(diagnostics, "SKF203", hardware, name, "give all of sockets, coresPerSocket and threadsPerCore");
    }
    if (!complete) return;
    resolve_cpus(hardware.sockets.tracked(), hardware.cores_per_socket.tracked(), hardware.threads_per_core.tracked(),
                 resolved);
  } else if (hardware.cpus) {
    resolved.cpus = hardware.cpus.tracked();
  } else {
    require(diagnostics, "SKF203", hardware, "cpus", "give cpus, or sockets, coresPerSocket and threadsPerCore");
    return;
  }
  resolved.memory = hardware.memory.tracked();
  resolved.cpu_request = {std::to_string(*resolved.cpus), resolved.cpus.origin};
}

std::string device_files(const catalogue::GpuVendor& vendor, std::int64_t count) {
  const std::string first = std::to_string(vendor.first.value), last = std::to_string(vendor.first.value + count - 1);
  return std::string(vendor.device.value) + (count == 1 ? first : "[" + first + "-" + last + "]");
}

/// Takes each value from the spec or else from the catalogue entry.
void resolve_gpus(const spec::NodeSet& set, plan::NodeSet& resolved, Diagnostics& diagnostics) {
  const spec::Gpus absent;
  const spec::Gpus& own = set.gpus ? *set.gpus : absent;
  if (!set.gpus && !resolved.gpus) return;
  plan::Gpus gpus = resolved.gpus.value_or(plan::Gpus{});
  const bool from_catalogue = resolved.gpus.has_value();
  if (own.type) gpus.type = own.type.tracked();
  if (own.count) gpus.count = own.count.tracked();
  if (!from_catalogue) {
    for (const auto& [name, there] : {std::pair{"type", bool(own.type)}, std::pair{"count", bool(own.count)}})
      if (!there)
        require(diagnostics, "SKF207", own, name, "needed because the hardware is not a catalogue entry with GPUs");
    if (!own.type || !own.count) return;
  }
  const catalogue::GpuVendor* vendor = find_gpu_vendor(*gpus.type);
  if (!vendor && (!own.resource || !own.files)) {
    Diagnostic unknown{.rule = "SKF202",
                       .problem = Problem::not_found,
                       .span = own.type.span,
                       .value = quote(*gpus.type),
                       .message = "not in the catalogue: give resource and files as well" +
                                  did_you_mean(*gpus.type, gpu_type_names())};
    diagnostics.push_back(std::move(unknown));
    return;
  }
  if (own.resource)
    gpus.resource = own.resource.tracked();
  else if (vendor)
    gpus.resource = {std::string(vendor->resource.value),
                     traced(vendor->resource, vendor->file).origin | gpus.type.origin};
  if (own.files)
    gpus.files = own.files.tracked();
  else
    gpus.files = {device_files(*vendor, *gpus.count),
                  traced(vendor->device, vendor->file).origin | gpus.type.origin | gpus.count.origin};
  resolved.gpus = std::move(gpus);
}

/// Sets how much of the pod's memory jobs may use. slurmd and its steps run in the same pod. Without a reserve, the pod
/// would be killed for exceeding its memory before a job reaches Slurm's own limit.
void resolve_memory(const spec::NodeSet& set, plan::NodeSet& resolved) {
  const std::int64_t total = mebibytes(*resolved.memory);
  plan::Int reserve;
  if (set.reserve.memory)
    reserve = {mebibytes(*set.reserve.memory), set.reserve.memory.origin};
  else
    reserve = {std::min(std::max(plan::least_reserve, total * 3 / 100), total / 2), {}};
  resolved.real_memory = {total - *reserve, resolved.memory.origin | reserve.origin};
  resolved.core_spec = set.reserve.cores.tracked();
  resolved.memory_request = set.requests.memory ? set.requests.memory.tracked() : resolved.memory;
  if (set.requests.cpu) resolved.cpu_request = set.requests.cpu.tracked();
  resolved.shared_memory =
      set.shared_memory ? set.shared_memory.tracked() : plan::Text{size_text(total / 2), resolved.memory.origin};
  if (set.tmp) resolved.tmp = resolve_empty_dir(*set.tmp, set.tmp->medium.origin | set.tmp->size_limit.origin);
}

/// The units are those of the shell's ulimit.
plan::Limits resolve_limits(const spec::Limits& limits) {
  const auto required = [](const auto& field) { return plan::Bool{field.given, field.origin}; };
  plan::Text memlock = limits.memlock.tracked();
  if (*memlock != "unlimited") memlock.value = std::to_string(mebibytes(*memlock) * 1024);
  return {{std::move(memlock), required(limits.memlock)},
          {{std::to_string(*limits.nofile), limits.nofile.origin}, required(limits.nofile)}};
}

}  // namespace

plan::NodeSet resolve_node_set(const spec::NodeSet& set, const spec::ClusterSpec& spec, const plan::Plan& plan,
                               Diagnostics& diagnostics) {
  plan::NodeSet resolved;
  const std::size_t before = diagnostics.size();
  resolve_size(set, resolved, diagnostics);
  resolve_names(set, plan, resolved);
  resolved.placement = resolve_placement(set);
  if (set.hardware.shorthand) {
    if (const catalogue::Hardware* entry = find_hardware(*set.hardware.shorthand))
      resolve_by_catalogue(set, *entry, plan, resolved);
    else
      check_known("SKF201", set.hardware.shorthand, hardware_names(),
                  "the catalogue (give the values explicitly, or use an entry of docs/reference/catalogue.md)",
                  diagnostics);
  } else if (set.hardware.given) {
    resolve_by_hand(set.hardware, resolved, diagnostics);
  } else {
    require(diagnostics, "SKF203", set, "hardware", "a catalogue entry, or cpus and memory");
  }
  if (diagnostics.size() != before) return resolved;
  resolve_gpus(set, resolved, diagnostics);
  resolve_rdma(set, resolved, diagnostics);
  resolve_memory(set, resolved);
  resolved.limits = resolve_limits(set.limits);
  resolved.features = resolve_texts(set.features);
  resolved.weight = set.weight.tracked();
  resolved.update_strategy = set.updates.strategy.tracked();
  resolved.spread = set.topology_spread.tracked();
  resolved.labels = resolve_pairs(set.labels);
  resolved.annotations = resolve_pairs(set.annotations);
  resolved.config = resolve_settings(set.config);
  resolved.mounts = resolve_mounts(spec, plan, &resolved.name);
  constexpr std::string_view own[] = {"/dev/shm", "/tmp"};
  resolved.shared_folders = resolve_shared_folders(spec, plan, own, resolved.mounts);
  return resolved;
}

}  // namespace skiff
