#include <algorithm>

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

}  // namespace

// What belongs to one kind says nothing of another, and would be ignored.
void rule_benchmark_fields(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  each_benchmark(plan, cluster, [&](const plan::Benchmark&, const spec::Benchmark& benchmark) {
    const std::string& kind = *benchmark.kind;
    const auto belongs = [&](const auto& field, std::initializer_list<std::string_view> kinds, const char* message) {
      if (field.given && std::find(kinds.begin(), kinds.end(), kind) == kinds.end())
        forbid(found, "SKF361", field, message);
    };
    const auto needs = [&](bool there, const char* child, const char* message) {
      if (!there) require(found, "SKF361", benchmark, child, message);
    };
    belongs(benchmark.size, {"nccl-all-reduce", "nccl-pairs", "storage-bandwidth"},
            "only NCCL's kinds and storage-bandwidth have a size");
    belongs(benchmark.level, {"dcgm-diag"}, "only dcgm-diag has a level");
    belongs(benchmark.path, {"storage-bandwidth"}, "only storage-bandwidth has a path");
    belongs(benchmark.access, {"storage-bandwidth"}, "only storage-bandwidth reads or writes");
    belongs(benchmark.submit.mpi, {"nccl-pairs"}, "only nccl-pairs has several processes");
    if (*benchmark.retest && (kind == "nccl-pairs" || benchmark.submit.reservation || *benchmark.below != "drain"))
      forbid(found, "SKF361", benchmark.retest,
             "only nodes that a benchmark drained are tested again, one at a time, in a reservation of its own: not "
             "with nccl-pairs, submit.reservation, or below other than drain");
    if (kind == "dcgm-diag") {
      if (benchmark.floor) forbid(found, "SKF361", benchmark.floor, "dcgm-diag has no floor: DCGM judges itself");
    } else {
      needs(bool(benchmark.floor), "floor",
            "a number and its unit, or catalogue: without it no node would ever be below");
    }
    const bool own = !benchmark.command.empty();
    needs(own || kind != "command", "command", "what is to be run");
    needs(own || kind != "storage-bandwidth" || bool(benchmark.path), "path", "the folder whose storage is measured");
    // all_reduce_perf and STREAM are read in GB/s, fio as well.
    if (kind != "command" && benchmark.floor && *benchmark.floor != "catalogue" && !benchmark.floor->ends_with(" GB/s"))
      refuse(found, "SKF361", benchmark.floor, "the result of " + kind + " is in GB/s");
  });
}

void rule_benchmark_names(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  const auto checks = health_checks();
  each_benchmark(plan, cluster, [&](const plan::Benchmark& benchmark, const spec::Benchmark& written) {
    if (*benchmark.name == "flapping" || std::find(checks.begin(), checks.end(), *benchmark.name) != checks.end())
      refuse(found, "SKF362", written.name,
             "skiff-health has a check of this name, and would take the benchmark's drains back: take another");
  });
}

void rule_benchmark_nodes(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  each_benchmark(plan, cluster, [&](const plan::Benchmark& benchmark, const spec::Benchmark& written) {
    const std::string& kind = *benchmark.kind;
    const std::int64_t needed = kind == "nccl-all-reduce" ? 2 : kind == "nccl-pairs" || kind == "dcgm-diag" ? 1 : 0;
    const plan::Partition* partition = partition_of(plan, benchmark);
    if (benchmark.sets.empty())
      found.push_back({.rule = "SKF363",
                       .problem = Problem::invalid,
                       .span = written.span,
                       .message = "none of its node sets has a node"});
    if (!partition) require(found, "SKF363", written, "submit", "a partition: none is the default");
    for (const auto& set : benchmark.sets) {
      const auto name = std::find_if(written.node_sets.begin(), written.node_sets.end(), [&](const auto& each) {
        return std::any_of(plan.node_sets.begin(), plan.node_sets.end(),
                           [&](const auto& known) { return *known.name == *each && *known.hostlist == *set.nodes; });
      });
      if (*set.gpus < needed)
        refuse(found, "SKF363", *name, kind + " needs nodes with " + (needed == 2 ? "two GPUs or more" : "GPUs"));
      const std::string all = partition ? "," + *partition->nodes + "," : "";
      if (partition && all.find("," + *set.nodes + ",") == std::string::npos)
        refuse(found, "SKF363", *name,
               "partition " + *partition->name + " does not have this node set: its jobs would never start");
    }
  });
}

// A minute is for Slurm, to begin and end the job.
void rule_benchmark_times(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  each_benchmark(plan, cluster, [&](const plan::Benchmark& benchmark, const spec::Benchmark& written) {
    const spec::Text& limit = written.limits.time_limit;
    const plan::Partition* partition = partition_of(plan, benchmark);
    const std::int64_t most = partition ? slurm_seconds(*partition->max_time) : -1;
    if (*benchmark.time_limit > 7 * 86400 || *benchmark.queue_time > 7 * 86400)
      refuse(found, "SKF364", limit, "a run of more than a week is none");
    else if (most >= 0 && *benchmark.time_limit + 60 > most)
      refuse(found, "SKF364", limit,
             "with the minute that Slurm takes it is longer than maxTime of partition " + *partition->name + ", " +
                 *partition->max_time + ": no job would start");
    if (*benchmark.kind == "nccl-pairs" && *benchmark.nodes < 4)
      found.push_back(
          {.rule = "SKF364",
           .problem = Problem::invalid,
           .span = written.limits.nodes.span,
           .value = std::to_string(*benchmark.nodes),
           .message = "pairs need 4 nodes or more: a slow one is tested again with a node of another pair"});
  });
}

void rule_benchmark_accounting(const plan::Plan& plan, const spec::Cluster& cluster, Diagnostics& found) {
  each_benchmark(plan, cluster, [&](const plan::Benchmark&, const spec::Benchmark& benchmark) {
    const auto needs_database = [&](const spec::Text& field, const char* what) {
      if (field && !plan.accounting)
        forbid(found, "SKF325", field, std::string(what) + " lives in the accounting database: set spec.accounting");
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
           .message =
               "an account: limits are enforced, and without a default one the jobs of Slurm's user are refused"});
  });
}

}  // namespace skiff
