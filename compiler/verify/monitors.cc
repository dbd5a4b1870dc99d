#include "verify/checks.h"
#include "verify/report.h"

// Objects that select pods or Services for connections from outside of the cluster: monitors and network policies.

namespace skiff {
namespace {

// The workloads whose pods have these labels. Reports if there are none.
std::vector<const Item*> workloads_with(const ObjectSet& set, const Item& item, const Value& labels, Diagnostics& out) {
  std::vector<const Item*> workloads = set.selected(labels, item.ns);
  if (workloads.empty()) report(out, "SKF439", Problem::invalid, item, labels, "selects no pod of the output");
  return workloads;
}

// Reports the ports of `entries` that the pods of none of the workloads have.
void check_ports(const Item& item, const SharedList<Value>& entries, const std::vector<const Item*>& workloads,
                 Diagnostics& out) {
  if (workloads.empty()) return;
  for (const Value& entry : entries) {
    const Value* port = entry.find("port");
    if (!port) continue;
    bool found = false;
    for (const Item* workload : workloads) found = found || (workload->pod && declares_port(*workload->pod, *port));
    if (!found)
      report(out, "SKF432", Problem::not_found, item, *port, "no container of the selected pods declares this port");
  }
}

void check_pod_monitor(const ObjectSet& set, const Item& item, const Value& spec, Diagnostics& out) {
  if (const Value* labels = spec.at({"selector", "matchLabels"}))
    check_ports(item, items_of(spec, "podMetricsEndpoints"), workloads_with(set, item, *labels, out), out);
}

bool has_labels(const Item& service, const Value& wanted) {
  const Value* labels = service.value->at({"metadata", "labels"});
  for (const Member& label : wanted.members) {
    const Value* has = labels ? labels->find(label.key) : nullptr;
    if (!has || has->text != label.value.text) return false;
  }
  return true;
}

void check_service_monitor(const ObjectSet& set, const Item& item, const Value& spec, Diagnostics& out) {
  const Value* labels = spec.at({"selector", "matchLabels"});
  if (!labels) return;
  std::vector<const Item*> services;
  for (const Item& other : set.items())
    if (other.is("Service") && other.ns == item.ns && has_labels(other, *labels)) services.push_back(&other);
  if (services.empty())
    return report(out, "SKF439", Problem::invalid, item, *labels, "selects no Service of the output");
  for (const Value& endpoint : items_of(spec, "endpoints")) {
    const Value* port = endpoint.find("port");
    bool found = !port;
    for (const Item* service : services)
      found = found || item_named(items_of(*service->value->find("spec"), "ports"), port->text);
    if (!found)
      report(out, "SKF432", Problem::not_found, item, *port, "none of the selected Services has a port of this name");
  }
}

void check_network_policy(const ObjectSet& set, const Item& item, const Value& spec, Diagnostics& out) {
  const Value* labels = spec.at({"podSelector", "matchLabels"});
  if (!labels) return;
  const std::vector<const Item*> workloads = workloads_with(set, item, *labels, out);
  for (const Value& rule : items_of(spec, "ingress")) check_ports(item, items_of(rule, "ports"), workloads, out);
}

}  // namespace

void check_monitors(const ObjectSet& set, const Item& item, Diagnostics& out) {
  const Value* spec = item.value->find("spec");
  if (!spec) return;
  if (item.is("PodMonitor")) check_pod_monitor(set, item, *spec, out);
  if (item.is("ServiceMonitor")) check_service_monitor(set, item, *spec, out);
  if (item.is("NetworkPolicy")) check_network_policy(set, item, *spec, out);
}

}  // namespace skiff
