#include "verify/cross.h"

#include <algorithm>

#include "text/number.h"
#include "verify/checks.h"

namespace skiff {

Ordinals ordinals_of(const Item& workload) {
  if (workload.is("PodTemplate")) {
    const Value* max = workload.value->at({"metadata", "annotations", "skiff/max"});
    return {0, max ? to_number<std::uint64_t>(max->text).value_or(0) : 0};
  }
  const Value* spec = workload.value->find("spec");
  if (!spec) return {};
  const Value* ordinals = spec->find("ordinals");
  const std::int64_t first = ordinals ? number_of(*ordinals, "start", 0) : 0;
  const std::int64_t count = number_of(*spec, "replicas", 1);
  return {static_cast<std::uint64_t>(std::max<std::int64_t>(first, 0)),
          static_cast<std::uint64_t>(std::max<std::int64_t>(count, 0))};
}

const Item* node_set_named(const VerifyInput& input, const ObjectSet& set, std::string_view name) {
  const Item* found = set.find("StatefulSet", input.ns, name);
  return found ? found : set.find("PodTemplate", input.ns, name);
}

std::string_view governing_service(const Item& workload) {
  if (workload.is("PodTemplate")) return workload.pod ? text_of(*workload.pod, "subdomain") : std::string_view();
  const Value* spec = workload.value->find("spec");
  return spec ? text_of(*spec, "serviceName") : std::string_view();
}

const Value* container_of(const Item& workload, std::string_view name) {
  return workload.pod ? item_named(items_of(*workload.pod, "containers"), name) : nullptr;
}

const Value* mount_of(const Value& container, std::string_view path) {
  const Value* best = nullptr;
  for (const Value& mount : items_of(container, "volumeMounts")) {
    const std::string_view at = text_of(mount, "mountPath");
    const bool below =
        path.starts_with(at) && (path.size() == at.size() || at.ends_with('/') || path[at.size()] == '/');
    if (below && (!best || at.size() > text_of(*best, "mountPath").size())) best = &mount;
  }
  return best;
}

bool declares_port(const Value& container, std::string_view port) {
  // The first port of a range such as 6820-6825.
  const auto number = take_number(port);
  for (const Value& declared : items_of(container, "ports")) {
    if (number_of(declared, "containerPort", 0) == number) return true;
  }
  return false;
}

bool registers_dynamically(const Item& workload) {
  const Value* container = container_of(workload, "slurmd");
  if (!container) return false;
  for (const std::string_view list : {"command", "args"}) {
    for (const Value& word : items_of(*container, list)) {
      if (word.text == "-Z") return true;
    }
  }
  return false;
}

const Item* owner_of_pod(const VerifyInput& input, const ObjectSet& set, std::string_view pod) {
  const std::size_t dash = pod.rfind('-');
  if (dash == std::string_view::npos) return nullptr;
  const Item* owner = node_set_named(input, set, pod.substr(0, dash));
  const auto ordinal = to_number<std::uint64_t>(pod.substr(dash + 1));
  if (!owner || !ordinal) return nullptr;
  const Ordinals pods = ordinals_of(*owner);
  return *ordinal >= pods.first && *ordinal < pods.first + pods.count ? owner : nullptr;
}

Destination resolve(const VerifyInput& input, const ObjectSet& set, std::string_view host) {
  const std::string ns = '.' + std::string(input.ns);
  const std::string domain = ns + ".svc." + std::string(input.cluster_domain);
  Destination found;
  for (const std::string& ending : {domain, ns + ".svc", ns}) {
    if (!host.ends_with(ending)) continue;
    found.inside = true;
    host.remove_suffix(ending.size());
    break;
  }
  const std::size_t dot = host.find('.');
  const std::string_view service = dot == std::string_view::npos ? host : host.substr(dot + 1);
  const Item* item = set.find("Service", input.ns, service);
  // `db.example.com` is external, `pod.service` is in this cluster.
  found.inside = found.inside || dot == std::string_view::npos || item;
  if (!item) return found;
  const Value* selector = item->value->at({"spec", "selector"});
  const std::vector<const Item*> pods = selector ? set.selected(*selector, input.ns) : std::vector<const Item*>();
  if (dot != std::string_view::npos) {
    const Item* owner = owner_of_pod(input, set, host.substr(0, dot));
    if (!owner || governing_service(*owner) != service) return found;
    found.workload = owner;
  } else {
    found.workload = pods.empty() ? nullptr : pods.front();
  }
  found.service = item;
  return found;
}

void check_cross(const VerifyInput& input, const ObjectSet& set, Diagnostics& out) {
  const SlurmNodes nodes = read_nodes(input, out);
  check_partitions(input, nodes, out);
  check_gres_conf(input, nodes, out);
  check_nodes(input, set, nodes, out);
  check_hosts(input, set, out);
  check_programs(input, set, out);
  check_written_files(input, set, out);
  check_storage_files(input, set, out);
  check_plugin_folder(input, out);
}

}  // namespace skiff
