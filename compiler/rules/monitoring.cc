#include <algorithm>

#include "plan/catalogue.h"
#include "rules/rules.h"

namespace skiff {

void rule_gpu_jobs(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  if (!plan.monitoring.gpu_jobs || std::ranges::any_of(plan.node_sets, has_nvidia_gpus)) return;
  forbid(found, "SKF238", *cluster.spec.monitoring->gpu_jobs,
         "may only be specified together with a node set that has NVIDIA GPUs");
}

void rule_metrics(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  if (!plan.monitoring.metrics) return;
  const plan::Metrics& metrics = *plan.monitoring.metrics;
  const spec::Metrics& written = cluster.spec.monitoring->metrics;
  if (*metrics.port == *plan.controller.endpoint.port)
    refuse(found, "SKF239", written.port, "slurmctld uses this port of the same pod");
  // Half of it, because an answer may take as long as the wait between two questions.
  const std::int64_t age = *metrics.job_age;
  if (age > 0 && 2 * *metrics.interval > age)
    refuse(found, "SKF240", written.interval,
           "must be at most half of MinJobAge, which is " + std::to_string(age) + " s");
}

void rule_scrape(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  if (!cluster.spec.monitoring) return;
  const spec::Scrape& scrape = cluster.spec.monitoring->metrics.scrape;
  const char* first = scrape.pod_monitor ? "podMonitor" : scrape.service_monitor ? "serviceMonitor" : nullptr;
  if (!first) return;
  const auto together = [&](const auto& part) {
    forbid(found, "SKF241", part, std::string("may not be specified together with ") + first);
  };
  if (scrape.pod_monitor && scrape.service_monitor) together(*scrape.service_monitor);
  if (*scrape.annotations) together(scrape.annotations);
}

void rule_alerts(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  if (plan.monitoring.alerts && !plan.monitoring.metrics)
    forbid(found, "SKF243", *cluster.spec.monitoring->alerts, "may not be specified without metrics");
}

void rule_metrics_peers(const plan::Plan&, const spec::Cluster& cluster, Diagnostics& found) {
  if (!cluster.spec.monitoring) return;
  for (const spec::Peer& peer : cluster.spec.monitoring->metrics.allow_from) {
    const bool pods = peer.ns || !peer.pod_labels.empty();
    if (!pods && !peer.cidr)
      require(found, "SKF242", peer, "namespace", "give namespace, podLabels or both, or else cidr");
    if (pods && peer.cidr)
      forbid(found, "SKF242", peer.cidr, "may not be specified together with namespace or podLabels");
  }
}

}  // namespace skiff
