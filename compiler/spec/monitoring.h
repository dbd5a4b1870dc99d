#pragma once

#include <optional>
#include <vector>

#include "spec/common.h"

namespace skiff::spec {

/// Which jobs use which GPUs.
struct GpuJobs : Record {
  Text host_path;
  void each(auto&& f) { f("hostPath", host_path); }
};

/// An object for Prometheus' operator.
struct OperatorObject : Record {
  TextMap labels;
  void each(auto&& f) { f("labels", labels); }
};

/// How Prometheus finds the exporter.
struct Scrape : Record {
  std::optional<OperatorObject> pod_monitor, service_monitor;
  Bool annotations;
  void each(auto&& f) {
    f("podMonitor", pod_monitor), f("serviceMonitor", service_monitor), f("annotations", annotations);
  }
};

/// Who may connect to the exporter.
struct Peer : Record {
  Text ns;
  TextMap pod_labels;
  Text cidr;
  void each(auto&& f) { f("namespace", ns), f("podLabels", pod_labels), f("cidr", cidr); }
};

/// The container `exporter` next to slurmctld.
struct Metrics : Record {
  Bool enabled;
  Int port;
  Text interval;
  Bool native;
  Scrape scrape;
  std::vector<Peer> allow_from;
  void each(auto&& f) {
    f("enabled", enabled), f("port", port), f("interval", interval), f("native", native), f("scrape", scrape);
    f("allowFrom", allow_from);
  }
};

/// Alerting rules for the metrics.
struct Alerts : Record {
  std::optional<OperatorObject> prometheus_rule;
  Text runbooks;
  Texts disabled;
  void each(auto&& f) { f("prometheusRule", prometheus_rule), f("runbooks", runbooks), f("disabled", disabled); }
};

struct Monitoring : Record {
  Metrics metrics;
  std::optional<Alerts> alerts;
  std::optional<GpuJobs> gpu_jobs;
  void each(auto&& f) { f("metrics", metrics), f("alerts", alerts), f("gpuJobs", gpu_jobs); }
};

}  // namespace skiff::spec
