#include "lower/k8s/monitoring.h"

#include "embedded/templates.h"
#include "lower/k8s/alerts.h"
#include "lower/k8s/metadata.h"
#include "lower/k8s/objects.h"
#include "lower/k8s/services.h"
#include "tree/template.h"
#include "tree/to_value.h"

// How Prometheus finds the metrics and gets the alerts, and who may read the metrics.

namespace skiff {
namespace {

Value endpoints(const plan::Metrics& metrics) {
  const Value interval = Value::string(std::to_string(*metrics.interval) + "s", metrics.interval.origin);
  const auto endpoint = [&](const char* port, const char* path, Value relabelings, const Origin& why) {
    return fill(
        templates::k8s_monitor_endpoint,
        {{"port", fixed(port)}, {"path", fixed(path)}, {"interval", interval}, {"relabelings", std::move(relabelings)}},
        why);
  };
  Value all = Value::list({endpoint("metrics", "/metrics", none(), {})});
  if (!*metrics.native_open) return all;
  const Value by_path = Value::list({fill(templates::k8s_path_relabeling, {})});
  for (const char* path :
       {"/metrics/jobs", "/metrics/jobs-users-accts", "/metrics/nodes", "/metrics/partitions", "/metrics/scheduler"})
    append(all, endpoint("slurmctld", path, by_path, metrics.native_open.origin));
  return all;
}

/// The metadata of an object for Prometheus' operator.
Value metadata_of(const plan::OperatorObject& object, const plan::Plan& plan, const Component& slurmctld) {
  Value meta = metadata(plan, slurmctld, object.name);
  Value& labels = *meta.find("labels");
  labels = with_pairs(std::move(labels), object.labels);
  return meta;
}

Value pod_monitor(const plan::Plan& plan, const plan::Metrics& metrics, const Component& slurmctld) {
  return fill(templates::k8s_pod_monitor,
              {{"metadata", metadata_of(*metrics.pod_monitor, plan, slurmctld)},
               {"selector", selector(plan, slurmctld)},
               {"endpoints", endpoints(metrics)}},
              metrics.why | metrics.pod_monitor->why);
}

Value service_monitor(const plan::Plan& plan, const plan::Metrics& metrics, const Component& slurmctld) {
  return fill(templates::k8s_service_monitor,
              {{"metadata", metadata_of(*metrics.service_monitor, plan, slurmctld)},
               {"name", to_value(slurmctld.daemon)},
               {"component", to_value(slurmctld.component)},
               {"endpoints", endpoints(metrics)}},
              metrics.why | metrics.service_monitor->why);
}

Value match_labels(Value labels) { return Value::map().add("matchLabels", std::move(labels)); }

Value peer_value(const plan::Peer& peer) {
  Value value = Value::map();
  if (peer.ns) value.add("namespaceSelector", match_labels(Value::map().add("kubernetes.io/metadata.name", *peer.ns)));
  if (!peer.pod_labels.empty()) value.add("podSelector", match_labels(to_value(peer.pod_labels)));
  if (peer.cidr) value.add("ipBlock", Value::map().add("cidr", *peer.cidr));
  add_origin(value, peer.why);
  return value;
}

Value network_policy(const plan::Plan& plan, const plan::Metrics& metrics, const Component& slurmctld) {
  Value peers = Value::list();
  for (const plan::Peer& peer : metrics.allow_from) append(peers, peer_value(peer));
  return fill(templates::k8s_metrics_network_policy,
              {{"metadata", metadata(plan, slurmctld)},
               {"selector", selector(plan, slurmctld)},
               {"slurmctld", to_value(plan.controller.endpoint.port)},
               {"peers", std::move(peers)},
               {"metrics", to_value(metrics.port)}},
              metrics.why);
}

Value prometheus_rule(const plan::Plan& plan, const plan::Alerts& alerts, const Component& slurmctld) {
  return fill(templates::k8s_prometheus_rule,
              {{"metadata", metadata_of(*alerts.prometheus_rule, plan, slurmctld)}, {"group", alert_group(plan)}},
              alerts.why | alerts.prometheus_rule->why);
}

}  // namespace

plan::Pairs scrape_annotations(const plan::Plan& plan) {
  const auto& metrics = plan.monitoring.metrics;
  if (!metrics || !*metrics->scrape_annotations) return {};
  const Origin why = metrics->why | metrics->scrape_annotations.origin;
  return {{"prometheus.io/scrape", {"true", why}},
          {"prometheus.io/port", {std::to_string(*metrics->port), metrics->port.origin | why}},
          {"prometheus.io/path", {"/metrics", why}}};
}

Value metrics_port(const plan::Plan& plan) {
  const auto& metrics = plan.monitoring.metrics;
  if (!metrics || !metrics->service_monitor) return none();
  Value port = service_port("metrics", metrics->port);
  add_origin(port, metrics->why | metrics->service_monitor->why);
  return port;
}

ObjectFile monitoring_objects(const plan::Plan& plan) {
  std::vector<Value> objects;
  if (const auto& metrics = plan.monitoring.metrics) {
    const Component slurmctld = slurmctld_component(plan);
    if (!metrics->allow_from.empty()) objects.push_back(network_policy(plan, *metrics, slurmctld));
    if (metrics->pod_monitor) objects.push_back(pod_monitor(plan, *metrics, slurmctld));
    if (metrics->service_monitor) objects.push_back(service_monitor(plan, *metrics, slurmctld));
    if (plan.monitoring.alerts && plan.monitoring.alerts->prometheus_rule)
      objects.push_back(prometheus_rule(plan, *plan.monitoring.alerts, slurmctld));
  }
  return {"k8s/monitoring.yaml", std::move(objects)};
}

}  // namespace skiff
