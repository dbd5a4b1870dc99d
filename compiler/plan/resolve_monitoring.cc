#include "plan/owned.h"
#include "plan/resolve_parts.h"
#include "text/number.h"

namespace skiff {
namespace {

/// A number of spec.slurm.config; without it, Slurm's default.
plan::Int number_of(const spec::Settings& config, std::string_view key, std::int64_t preset) {
  plan::Int number{preset, {}};
  for (const auto& [name, setting] : config)
    if (same_key(*name, key))
      number = {to_number<std::int64_t>(*setting.value).value_or(preset), setting.value.tracked().origin};
  return number;
}

/// The number of nodes and jobs that slurmctld may have, as a power of two, so that few changes of the spec replace its
/// pod.
plan::Int most_records(const spec::ClusterSpec& spec, const plan::Plan& plan) {
  const plan::Int nodes = plan::node_count(plan.node_sets);
  const plan::Int jobs = number_of(spec.slurm.config, "MaxJobCount", 10000);
  std::int64_t records = 16384;
  while (records < *nodes + *jobs && records < std::int64_t{1} << 32) records *= 2;
  return {records, nodes.origin | jobs.origin};
}

std::optional<plan::Metrics> resolve_metrics(const spec::ClusterSpec& spec, const plan::Plan& plan) {
  const spec::Metrics& metrics = spec.monitoring->metrics;
  const plan::Bool enabled = metrics.enabled.tracked();
  if (!*enabled) return std::nullopt;
  // squeue needs 2 KiB for a job, and scontrol 1.6 KiB for a node (measured with 24.11). The exporter needs 0.4 KiB.
  const plan::Int records = most_records(spec, plan);
  const std::int64_t command = 32 + *records * 3 / 1024;
  plan::Metrics resolved{.port = metrics.port.tracked(),
                         .interval = resolve_seconds(metrics.interval),
                         .native = metrics.native.tracked(),
                         .job_age = number_of(spec.slurm.config, "MinJobAge", 300),
                         .command_memory = {command, records.origin},
                         .memory = {command + 32 + *records / 1024, records.origin},
                         .why = Origin::spec(spec.monitoring->span) | enabled.origin};
  return resolved;
}

}  // namespace

plan::Monitoring resolve_monitoring(const spec::ClusterSpec& spec, const plan::Plan& plan) {
  plan::Monitoring monitoring;
  if (!spec.monitoring) return monitoring;
  monitoring.metrics = resolve_metrics(spec, plan);
  if (const auto& jobs = spec.monitoring->gpu_jobs)
    monitoring.gpu_jobs = plan::GpuJobs{jobs->host_path.tracked(), Origin::spec(jobs->span)};
  return monitoring;
}

}  // namespace skiff
