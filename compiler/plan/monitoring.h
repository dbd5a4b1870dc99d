#pragma once

#include <optional>
#include <vector>

#include "plan/common.h"

namespace skiff::plan {

/// Files in which the DCGM exporter reads which jobs use which GPUs.
struct GpuJobs {
  Text host_path;
  Origin why;  ///< of the field gpuJobs
  void each(auto&& f) const { f("hostPath", host_path); }
};

/// An object for Prometheus' operator.
struct OperatorObject {
  Text name;
  Pairs labels;
  Origin why;  ///< of the field that asks for it
  void each(auto&& f) const { f("name", name), f("labels", labels); }
};

/// Who may connect to the exporter: pods, by their namespace, their labels or both, or a CIDR block.
struct Peer {
  std::optional<Text> ns;
  Pairs pod_labels;
  std::optional<Text> cidr;
  Origin why;  ///< of namespace and podLabels
  void each(auto&& f) const { f("namespace", ns), f("podLabels", pod_labels), f("cidr", cidr); }
};

/// The container `exporter` next to slurmctld.
struct Metrics {
  Int port;
  Int interval;      ///< seconds
  Bool native;       ///< slurmctld itself serves metrics, too, on its own port
  Bool native_open;  ///< and everyone may read them
  Int job_age;       ///< for how long slurmctld remembers an ended job, in seconds; 0: forever
  /// Of each of Slurm's commands and of the whole container, in MiB: enough for the jobs that slurmctld may have.
  Int command_memory, memory;
  std::optional<OperatorObject> pod_monitor, service_monitor;
  Bool scrape_annotations;  ///< slurmctld's pod has the annotations by which Prometheus finds it
  std::vector<Peer> allow_from;
  Origin why;  ///< of the fields that ask for it
  void each(auto&& f) const {
    f("port", port), f("interval", interval), f("native", native), f("nativeOpen", native_open);
    f("commandMemory", command_memory), f("memory", memory), f("podMonitor", pod_monitor);
    f("serviceMonitor", service_monitor), f("scrapeAnnotations", scrape_annotations), f("allowFrom", allow_from);
  }
};

/// Alerting rules for the metrics.
struct Alerts {
  std::optional<OperatorObject> prometheus_rule;
  std::optional<Text> runbooks;
  Texts disabled;
  Origin why;  ///< of the field that asks for them, and of `disabled`, which decides which there are
  void each(auto&& f) const { f("prometheusRule", prometheus_rule), f("runbooks", runbooks), f("disabled", disabled); }
};

struct Monitoring {
  std::optional<Metrics> metrics;
  std::optional<Alerts> alerts;
  std::optional<GpuJobs> gpu_jobs;
  void each(auto&& f) const { f("metrics", metrics), f("alerts", alerts), f("gpuJobs", gpu_jobs); }
};

}  // namespace skiff::plan
