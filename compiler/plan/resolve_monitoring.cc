#include "plan/owned.h"
#include "plan/resolve_parts.h"
#include "text/ascii.h"
#include "text/number.h"

namespace skiff {
namespace {

constexpr Version native_metrics{25, 11};  ///< MetricsType

/// A parameter of spec.slurm.config, or nullptr.
const plan::Text* find(const plan::Pairs& config, std::string_view key) {
  const plan::Text* found = nullptr;
  for (const auto& [name, value] : config)
    if (same_key(name, key)) found = &value;
  return found;
}

/// A number of spec.slurm.config; without it, Slurm's default.
plan::Int number_of(const plan::Pairs& config, std::string_view key, std::int64_t preset) {
  const plan::Text* value = find(config, key);
  return value ? plan::Int{to_number<std::int64_t>(**value).value_or(preset), value->origin} : plan::Int{preset, {}};
}

/// Whether slurmctld serves its metrics to everyone. With PrivateData or MetricsAuthUsers, it wants a token.
plan::Bool is_open(const plan::Bool& native, const plan::Pairs& config) {
  plan::Bool open = native;
  const auto set = [&](const char* key) {
    const plan::Text* value = find(config, key);
    if (value) open.origin |= value->origin;
    return value && !(*value)->empty() ? value : nullptr;
  };
  const plan::Text* parameters = set("MetricsParameters");
  const bool ignored = parameters && to_lower(**parameters).find("ignore_private_data") != std::string::npos;
  const bool named = set("MetricsAuthUsers"), hidden = set("PrivateData");
  open.value = *native && !named && (!hidden || ignored);
  return open;
}

/// The number of nodes and jobs that slurmctld may have, as a power of two, so that few changes of the spec replace its
/// pod.
plan::Int most_records(const plan::Pairs& config, const plan::Plan& plan) {
  const plan::Int nodes = plan::node_count(plan.node_sets);
  const plan::Int jobs = number_of(config, "MaxJobCount", 10000);
  std::int64_t records = 16384;
  while (records < *nodes + *jobs && records < std::int64_t{1} << 32) records *= 2;
  return {records, nodes.origin | jobs.origin};
}

/// They have the name of slurmctld's own objects.
std::optional<plan::OperatorObject> resolve_object(const std::optional<spec::OperatorObject>& object,
                                                   const plan::Plan& plan) {
  if (!object) return std::nullopt;
  const Origin why = Origin::spec(object->span);
  const plan::Text& name = plan.controller.endpoint.object;
  return plan::OperatorObject{{*name, name.origin | why}, resolve_pairs(object->labels), why};
}

std::vector<plan::Peer> resolve_peers(const std::vector<spec::Peer>& peers) {
  std::vector<plan::Peer> resolved;
  for (const spec::Peer& peer : peers) {
    plan::Peer one{resolve_optional(peer.ns), resolve_pairs(peer.pod_labels), resolve_optional(peer.cidr), {}};
    // Without one of the fields, the others would have another meaning.
    if (one.ns) one.why |= one.ns->origin;
    for (const auto& [key, value] : one.pod_labels) one.why |= value.origin;
    for (auto& [key, value] : one.pod_labels) value.origin |= one.why;
    resolved.push_back(std::move(one));
  }
  return resolved;
}

std::optional<plan::Metrics> resolve_metrics(const spec::ClusterSpec& spec, const plan::Plan& plan) {
  const spec::Metrics& metrics = spec.monitoring->metrics;
  const plan::Bool enabled = metrics.enabled.tracked();
  if (!*enabled) return std::nullopt;
  const plan::Pairs config = resolve_settings(spec.slurm.config);
  const plan::Bool native{*metrics.native && *plan.target.slurm >= native_metrics,
                          metrics.native.tracked().origin | plan.target.slurm.origin};
  // squeue needs 2 KiB for a job, and scontrol 1.6 KiB for a node (measured with 24.11). The exporter needs 0.4 KiB.
  const plan::Int records = most_records(config, plan);
  const std::int64_t command = 32 + *records * 3 / 1024;
  plan::Metrics resolved{.port = metrics.port.tracked(),
                         .interval = resolve_seconds(metrics.interval),
                         .native = native,
                         .native_open = is_open(native, config),
                         .job_age = number_of(config, "MinJobAge", 300),
                         .command_memory = {command, records.origin},
                         .memory = {command + 32 + *records / 1024, records.origin},
                         .pod_monitor = resolve_object(metrics.scrape.pod_monitor, plan),
                         .service_monitor = resolve_object(metrics.scrape.service_monitor, plan),
                         .scrape_annotations = metrics.scrape.annotations.tracked(),
                         .allow_from = resolve_peers(metrics.allow_from),
                         .why = Origin::spec(spec.monitoring->span) | enabled.origin};
  return resolved;
}

plan::Alerts resolve_alerts(const spec::Alerts& alerts, const plan::Plan& plan) {
  plan::Alerts resolved{.prometheus_rule = resolve_object(alerts.prometheus_rule, plan),
                        .runbooks = resolve_optional(alerts.runbooks),
                        .disabled = resolve_texts(alerts.disabled),
                        .why = Origin::spec(alerts.span)};
  for (const plan::Text& name : resolved.disabled) resolved.why |= name.origin;
  return resolved;
}

}  // namespace

plan::Monitoring resolve_monitoring(const spec::ClusterSpec& spec, const plan::Plan& plan) {
  plan::Monitoring monitoring;
  if (!spec.monitoring) return monitoring;
  monitoring.metrics = resolve_metrics(spec, plan);
  if (const auto& alerts = spec.monitoring->alerts) monitoring.alerts = resolve_alerts(*alerts, plan);
  if (const auto& jobs = spec.monitoring->gpu_jobs)
    monitoring.gpu_jobs = plan::GpuJobs{jobs->host_path.tracked(), Origin::spec(jobs->span)};
  return monitoring;
}

}  // namespace skiff
