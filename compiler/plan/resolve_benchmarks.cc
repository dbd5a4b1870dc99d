#include <algorithm>

#include "plan/catalogue.h"
#include "plan/resolve_parts.h"
#include "text/quote.h"

namespace skiff {
namespace {

bool is_nccl(const plan::Text& kind) { return kind->starts_with("nccl-"); }

plan::Text word(std::string text, const Origin& why) { return {std::move(text), why}; }

/// The size, and the floor that holds for it.
struct Measure {
  plan::Text size;
  std::optional<plan::Text> floor;
};

Measure measure(const spec::Benchmark& benchmark, const plan::NodeSet& set, const plan::Plan& plan,
                Diagnostics& diagnostics) {
  const plan::Text kind = benchmark.kind.tracked();
  Measure found;
  found.size = benchmark.size ? benchmark.size.tracked() : is_nccl(kind) ? constant("16G") : constant("8G");
  if (!benchmark.floor) return found;
  found.floor = benchmark.floor.tracked();
  if (*benchmark.floor != "catalogue") return found;
  const auto entry = set.gpus ? find_floor(*kind, *plan.target.platform, *set.gpus->type) : std::nullopt;
  if (!entry || *entry->gpus != *set.gpus->count || (benchmark.size && *benchmark.size != *entry->size)) {
    std::string message =
        "the catalogue has no floor of " + *kind + " for " +
        (set.gpus ? std::to_string(*set.gpus->count) + " x " + *set.gpus->type : "nodes without GPUs");
    if (entry && *entry->gpus == *set.gpus->count)
      message += " at size " + *benchmark.size + ", but at " + *entry->size;
    else if (entry)
      message += ", but for " + std::to_string(*entry->gpus);
    diagnostics.push_back({.rule = "SKF218",
                           .problem = Problem::not_found,
                           .span = benchmark.floor.span,
                           .value = quote("catalogue"),
                           .message = message + ": give a number and its unit"});
    return found;
  }
  found.floor = entry->floor;
  found.floor->origin |= benchmark.floor.origin | kind.origin | set.gpus->type.origin | set.gpus->count.origin |
                         plan.target.platform.origin;
  if (!benchmark.size)
    found.size = {*entry->size, entry->size.origin | benchmark.floor.origin | kind.origin | set.gpus->type.origin};
  return found;
}

plan::Texts nccl_command(const plan::Text& size, const plan::Text& gpus) {
  return {constant("all_reduce_perf"),
          constant("-b"),
          size,
          constant("-e"),
          size,
          constant("-g"),
          gpus,
          constant("-w"),
          constant("5"),
          constant("-n"),
          constant("20")};
}

plan::Texts fio_command(const spec::Benchmark& benchmark, const plan::Text& size) {
  const plan::Text access = benchmark.access ? benchmark.access.tracked() : constant("read");
  const plan::Text path = benchmark.path ? benchmark.path.tracked() : constant("/tmp");
  return {constant("fio"),
          constant("--name=skiff"),
          word("--directory=" + *path, path.origin),
          word("--rw=" + *access, access.origin),
          word("--size=" + *size, size.origin),
          constant("--bs=1M"),
          constant("--iodepth=16"),
          constant("--ioengine=libaio"),
          constant("--direct=1"),
          constant("--unlink=1"),
          constant("--eta=never"),
          constant("--output-format=json")};
}

plan::Texts command(const spec::Benchmark& benchmark, const plan::NodeSet& set, const plan::Text& size) {
  plan::Texts words;
  const std::string& kind = *benchmark.kind;
  if (!benchmark.command.empty()) {
    words = resolve_texts(benchmark.command);
  } else if (kind == "nccl-all-reduce") {
    words =
        nccl_command(size, set.gpus ? word(std::to_string(*set.gpus->count), set.gpus->count.origin) : constant("0"));
  } else if (kind == "nccl-pairs") {
    words = nccl_command(size, constant("1"));
  } else if (kind == "dcgm-diag") {
    const plan::Int level = benchmark.level ? benchmark.level.tracked() : constant(2);
    words = {constant("dcgmi"), constant("diag"), constant("-r"), word(std::to_string(*level), level.origin),
             constant("-j")};
  } else if (kind == "memory-bandwidth") {
    words = {constant("stream")};
  } else if (kind == "storage-bandwidth") {
    words = fio_command(benchmark, size);
  }
  for (auto& each : words) each.origin |= benchmark.kind.origin;
  return words;
}

plan::BenchmarkSet resolve_set(const spec::Benchmark& benchmark, const spec::Text& name, const plan::NodeSet& set,
                               const plan::Plan& plan, Diagnostics& diagnostics) {
  plan::BenchmarkSet resolved;
  const Origin why = name.origin | benchmark.kind.origin;
  const std::string& kind = *benchmark.kind;
  Measure found = measure(benchmark, set, plan, diagnostics);
  resolved.nodes = {*set.hostlist, set.hostlist.origin | name.origin};
  resolved.gpus =
      set.gpus ? plan::Int{*set.gpus->count, set.gpus->count.origin | why} : plan::Int{0, constant(0).origin | why};
  resolved.tasks = kind == "nccl-pairs" ? resolved.gpus : plan::Int{1, constant(1).origin | why};
  resolved.command = command(benchmark, set, found.size);
  for (auto& each : resolved.command) each.origin |= name.origin;
  resolved.floor = std::move(found.floor);
  if (resolved.floor) resolved.floor->origin |= name.origin;
  return resolved;
}

/// When the slowest run is over: every job waits as long as it may and takes as long as it may. Of pairs each node may
/// need a second one, and all of them the same partner.
plan::Int deadline(const plan::Benchmark& benchmark) {
  const auto batches = [&](std::int64_t jobs) { return (jobs + *benchmark.at_once - 1) / *benchmark.at_once; };
  const bool pairs = *benchmark.kind == "nccl-pairs";
  const std::int64_t rounds = pairs ? batches(*benchmark.nodes / 2) + *benchmark.nodes : batches(*benchmark.nodes);
  return {rounds * (*benchmark.time_limit + *benchmark.queue_time + 60) + 300,
          benchmark.kind.origin | benchmark.nodes.origin | benchmark.at_once.origin | benchmark.time_limit.origin |
              benchmark.queue_time.origin};
}

std::vector<std::string_view> partition_names(const plan::Plan& plan) {
  std::vector<std::string_view> names;
  for (const auto& partition : plan.partitions) names.push_back(*partition.name);
  return names;
}

plan::Benchmark resolve_benchmark(const spec::Benchmark& benchmark, const plan::Plan& plan, Diagnostics& diagnostics) {
  plan::Benchmark resolved;
  const spec::Submit& submit = benchmark.submit;
  const spec::BenchmarkLimits& limits = benchmark.limits;
  resolved.name = benchmark.name.tracked();
  resolved.kind = benchmark.kind.tracked();
  resolved.object = {*plan.name + "-benchmark-" + *benchmark.name, plan.name.origin | benchmark.name.origin};
  resolved.component = {"benchmark-" + *benchmark.name, benchmark.name.origin};
  resolved.schedule = benchmark.schedule.tracked();
  resolved.time_zone = benchmark.time_zone.tracked();
  resolved.suspend = benchmark.suspend.tracked();
  std::vector<std::string_view> known;
  for (const auto& set : plan.node_sets) known.push_back(*set.name);
  for (const auto& name : benchmark.node_sets) {
    if (!report_unknown("SKF204", name, known, "spec.nodeSets", diagnostics)) continue;
    const auto set = std::find_if(plan.node_sets.begin(), plan.node_sets.end(),
                                  [&](const auto& each) { return *each.name == *name; });
    if (!set->hostlist.value.empty()) resolved.sets.push_back(resolve_set(benchmark, name, *set, plan, diagnostics));
  }
  resolved.states =
      benchmark.node_states.empty() ? plan::Texts{constant("idle")} : resolve_texts(benchmark.node_states);
  if (submit.partition)
    report_unknown("SKF219", submit.partition, partition_names(plan), "spec.partitions", diagnostics);
  resolved.partition = resolve_optional(submit.partition);
  resolved.account = resolve_optional(submit.account);
  resolved.qos = resolve_optional(submit.qos);
  resolved.reservation = resolve_optional(submit.reservation);
  resolved.mpi = resolve_optional(submit.mpi);
  if (*resolved.kind == "nccl-pairs" && !resolved.mpi)
    resolved.mpi = plan::Text{"pmix", constant("").origin | resolved.kind.origin};
  resolved.nodes = limits.nodes.tracked();
  resolved.at_once = limits.at_once.tracked();
  resolved.drains = limits.drains.tracked();
  resolved.time_limit = resolve_seconds(limits.time_limit);
  resolved.queue_time = resolve_seconds(limits.queue_time);
  resolved.deadline = deadline(resolved);
  resolved.below = benchmark.below.tracked();
  resolved.retest = benchmark.retest.tracked();
  resolved.placement = resolve_placement(benchmark);
  return resolved;
}

}  // namespace

void resolve_benchmarks(const spec::ClusterSpec& spec, plan::Plan& plan, Diagnostics& diagnostics) {
  if (!spec.health) return;
  for (const auto& benchmark : spec.health->benchmarks)
    plan.health->benchmarks.push_back(resolve_benchmark(benchmark, plan, diagnostics));
  if (!spec.health->history) return;
  const spec::Text& storage = spec.health->history->storage;
  std::vector<std::string_view> known;
  for (const auto& volume : plan.storage) known.push_back(*volume.name);
  report_unknown("SKF205", storage, known, "spec.storage", diagnostics);
  plan.health->history = storage.tracked();
}

}  // namespace skiff
