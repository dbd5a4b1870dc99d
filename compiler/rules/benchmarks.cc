#include <algorithm>
#include <tuple>

#include "embedded/shared.h"
#include "plan/catalogue.h"
#include "plan/units.h"
#include "rules/rules.h"

namespace skiff {
namespace {

/// Calls `visit` with each benchmark as resolved and as written.
template <class F>
void each_benchmark(const plan::Plan& plan, const spec::Cluster& cluster, F&& visit) {
  if (!plan.health) return;
  const auto& written = cluster.spec.health->benchmarks;
  for (std::size_t i = 0; i < written.size(); ++i) visit(plan.health->benchmarks[i], written[i]);
}

const plan::Partition* partition_of(const plan::Plan& plan, const plan::Benchmark& benchmark) {
  for (const auto& partition : plan.partitions)
    if (benchmark.partition ? *partition.name == **benchmark.partition : *partition.is_default) return &partition;
  return nullptr;
}

bool needs(const catalogue::BenchmarkKind& kind, std::string_view field) {
  return std::ranges::find(kind.needs, field) != kind.needs.end();
}

/// The kinds that have a field: `kind storage-bandwidth`, `kinds nccl-all-reduce, nccl-pairs and storage-bandwidth`.
std::string kinds_with(std::string_view field) {
  std::vector<std::string_view> kinds;
  for (const catalogue::BenchmarkKind& kind : catalogue::benchmark_kinds())
    if (has_field(kind, field)) kinds.push_back(kind.name);
  std::string text = kinds.size() == 1 ? "kind " : "kinds ";
  for (std::size_t i = 0; i < kinds.size(); ++i)
    text += (i == 0 ? "" : i + 1 == kinds.size() ? " and " : ", ") + std::string(kinds[i]);
  return text;
}

}  // namespace

// A field that belongs to another kind would be ignored.
void rule_benchmark_fields(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  each_benchmark(plan, cluster, [&](const plan::Benchmark&, const spec::Benchmark& benchmark) {
    const catalogue::BenchmarkKind& kind = benchmark_kind(*benchmark.kind);
    const auto belongs = [&](const auto& field, const char* name) {
      if (field.given && !has_field(kind, name))
        forbid(found, "SKF361", field, "allowed only with " + kinds_with(name));
    };
    belongs(benchmark.size, "size");
    belongs(benchmark.level, "level");
    belongs(benchmark.path, "path");
    belongs(benchmark.access, "access");
    belongs(benchmark.submit.mpi, "mpi");
    if (*benchmark.retest && (kind.pairs || benchmark.submit.reservation || *benchmark.below != "drain"))
      forbid(found, "SKF361", benchmark.retest,
             "a retest needs below: drain, because it tests drained nodes, each alone and in its own reservation: it "
             "may not be specified with nccl-pairs or submit.reservation");
    if (!kind.unit && benchmark.floor)
      forbid(found, "SKF361", benchmark.floor,
             *benchmark.kind + " has no floor: its program decides whether a node passes");
    if (kind.unit && !benchmark.floor)
      require(found, "SKF361", benchmark, "floor",
              "give a number and its unit, or catalogue: without a floor no node could fail");
    const bool own = !benchmark.command.empty();
    for (const auto& [field, there, what] :
         {std::tuple{"command", own, "the command to run"},
          std::tuple{"path", benchmark.path.given, "the directory whose storage is measured"}})
      if (needs(kind, field) && !there && !own) require(found, "SKF361", benchmark, field, what);
    const std::string unit(kind.unit ? kind.unit->value : "any");
    if (unit != "any" && benchmark.floor && *benchmark.floor != "catalogue" && !benchmark.floor->ends_with(" " + unit))
      refuse(found, "SKF361", benchmark.floor, "must be in " + unit + ", the unit of the result of " + *benchmark.kind);
  });
}

void rule_benchmark_names(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  // skiff-health also uses these two as names of checks, in reasons of drains that it undoes.
  std::vector<std::string_view> checks = {shared::reasons::flapping, shared::reasons::settings};
  checks.insert(checks.end(), catalogue::health_checks().begin(), catalogue::health_checks().end());
  each_benchmark(plan, cluster, [&](const plan::Benchmark& benchmark, const spec::Benchmark& written) {
    if (std::find(checks.begin(), checks.end(), *benchmark.name) != checks.end())
      refuse(found, "SKF362", written.name,
             "skiff-health has a check of this name, and would undo the benchmark's drains: use another name");
  });
}

void rule_benchmark_nodes(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  each_benchmark(plan, cluster, [&](const plan::Benchmark& benchmark, const spec::Benchmark& written) {
    const std::int64_t needed = benchmark_kind(*benchmark.kind).gpus.value;
    const plan::Partition* partition = partition_of(plan, benchmark);
    if (benchmark.sets.empty())
      found.push_back({.rule = "SKF363",
                       .problem = Problem::invalid,
                       .span = written.span,
                       .message = "none of its node sets has a node"});
    if (!partition) require(found, "SKF363", written, "submit", "give a partition, because none is the default");
    for (const auto& set : benchmark.sets) {
      const auto name = std::find_if(written.node_sets.begin(), written.node_sets.end(), [&](const auto& each) {
        return std::any_of(plan.node_sets.begin(), plan.node_sets.end(),
                           [&](const auto& known) { return *known.name == *each && *known.hostlist == *set.nodes; });
      });
      if (*set.gpus < needed)
        refuse(
            found, "SKF363", *name,
            *benchmark.kind + " needs nodes with " + (needed == 1 ? "GPUs" : std::to_string(needed) + " GPUs or more"));
      const std::string all = partition ? "," + *partition->nodes + "," : "";
      if (partition && all.find("," + *set.nodes + ",") == std::string::npos)
        refuse(found, "SKF363", *name,
               "partition " + *partition->name + " does not contain this node set, so the jobs would never start");
    }
  });
}

// Slurm gets one minute to start and end the job.
void rule_benchmark_times(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  each_benchmark(plan, cluster, [&](const plan::Benchmark& benchmark, const spec::Benchmark& written) {
    const plan::Partition* partition = partition_of(plan, benchmark);
    const std::int64_t most = partition ? slurm_seconds(*partition->max_time) : -1;
    if (most >= 0 && *benchmark.time_limit + 60 > most) {
      const std::string why = "must be at least one minute less than maxTime of partition " + *partition->name + ", " +
                              *partition->max_time + ": otherwise no job would start";
      const spec::Text& limit = written.limits.time_limit;
      if (written.limits.given)
        refuse(found, "SKF364", limit, written.limits, "timeLimit", why);
      else
        require(found, "SKF364", written, "limits", "give a timeLimit: the default is " + printed(limit) + ": " + why);
    }
    if (benchmark_kind(*benchmark.kind).pairs && *benchmark.nodes < 4)
      found.push_back(
          {.rule = "SKF364",
           .problem = Problem::invalid,
           .span = written.limits.nodes.span,
           .value = std::to_string(*benchmark.nodes),
           .message = "pairs need 4 nodes or more: a slow node is tested again with a node of another pair"});
  });
}

void rule_benchmark_accounting(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  each_benchmark(plan, cluster, [&](const plan::Benchmark&, const spec::Benchmark& benchmark) {
    const auto needs_database = [&](const spec::Text& field, const char* what) {
      if (field && !plan.accounting)
        forbid(found, "SKF325", field,
               std::string(what) + " is a record of the accounting database: set spec.accounting");
    };
    needs_database(benchmark.submit.qos, "a QOS");
    needs_database(benchmark.submit.account, "an account");
    const auto& enforce = plan.accounting ? plan.accounting->enforce : plan::Texts{};
    if (!enforce.empty() && !benchmark.submit.account)
      found.push_back(
          {.rule = "SKF365",
           .severity = Severity::warning,
           .problem = Problem::required,
           .span = benchmark.span,
           .child = "submit",
           .message = "give an account: without a default account, enforced accounting refuses jobs of Slurm's user"});
  });
}

}  // namespace skiff
