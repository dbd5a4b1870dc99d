#include <algorithm>

#include "plan/catalogue.h"
#include "plan/resolve_parts.h"
#include "text/quote.h"

namespace skiff {
namespace {

/// The size of a benchmark, and the floor for this size.
struct Measure {
  plan::Text size;
  std::optional<plan::Text> floor;
};

Measure measure(const spec::Benchmark& benchmark, const catalogue::BenchmarkKind& own, const plan::NodeSet& set,
                const plan::Plan& plan, Diagnostics& diagnostics) {
  const plan::Text kind = benchmark.kind.tracked();
  Measure found;
  if (benchmark.size)
    found.size = benchmark.size.tracked();
  else if (const catalogue::Text* size = preset(own, "size"))
    found.size = traced(*size, own.file);
  if (!benchmark.floor) return found;
  found.floor = benchmark.floor.tracked();
  if (*benchmark.floor != "catalogue") return found;
  const catalogue::Floor* entry = set.gpus ? find_floor(*kind, *plan.target.platform, *set.gpus->type) : nullptr;
  if (!entry || entry->gpus.value != *set.gpus->count || (benchmark.size && *benchmark.size != entry->size.value)) {
    std::string message =
        "the catalogue has no floor of " + *kind + " for " +
        (set.gpus ? std::to_string(*set.gpus->count) + " x " + *set.gpus->type : "nodes without GPUs");
    if (entry && entry->gpus.value == *set.gpus->count)
      message += " at size " + *benchmark.size + ", only at " + std::string(entry->size.value);
    else if (entry)
      message += ", only for " + std::to_string(entry->gpus.value);
    diagnostics.push_back({.rule = "SKF218",
                           .problem = Problem::not_found,
                           .span = benchmark.floor.span,
                           .value = quote("catalogue"),
                           .message = message + ": give a number and its unit"});
    return found;
  }
  found.floor = traced(entry->floor, entry->file);
  found.floor->origin |= benchmark.floor.origin | kind.origin | set.gpus->type.origin | set.gpus->count.origin |
                         plan.target.platform.origin;
  if (!benchmark.size) {
    found.size = traced(entry->size, entry->file);
    found.size.origin |= benchmark.floor.origin | kind.origin | set.gpus->type.origin;
  }
  return found;
}

/// The values of the placeholders in a kind's command: from the spec, or else the defaults of the kind.
plan::Pairs values_of(const spec::Benchmark& benchmark, const catalogue::BenchmarkKind& kind, const plan::NodeSet& set,
                      const plan::Text& size) {
  plan::Pairs values = {{"size", size}};
  const auto add = [&](const char* field, std::optional<plan::Text> given) {
    const catalogue::Text* otherwise = preset(kind, field);
    if (!given && otherwise) given = traced(*otherwise, kind.file);
    if (given) values.emplace_back(field, *given);
  };
  add("level", benchmark.level ? std::optional(plan::Text{std::to_string(*benchmark.level), benchmark.level.origin})
                               : std::nullopt);
  add("path", resolve_optional(benchmark.path));
  add("access", resolve_optional(benchmark.access));
  add("gpus", set.gpus ? plan::Text{std::to_string(*set.gpus->count), set.gpus->count.origin} : constant("0"));
  return values;
}

/// Substitutes the placeholders in a word such as `--size=<size>`.
plan::Text filled(plan::Text word, const plan::Pairs& values) {
  for (const auto& [field, value] : values) {
    const auto at = word->find("<" + field + ">");
    if (at == std::string::npos) continue;
    word.value.replace(at, field.size() + 2, *value);
    word.origin |= value.origin;
  }
  return word;
}

plan::Texts command(const spec::Benchmark& benchmark, const catalogue::BenchmarkKind& kind, const plan::NodeSet& set,
                    const plan::Text& size) {
  plan::Texts words;
  if (!benchmark.command.empty())
    words = resolve_texts(benchmark.command);
  else
    for (const catalogue::Text& word : kind.command)
      words.push_back(filled(traced(word, kind.file), values_of(benchmark, kind, set, size)));
  for (auto& each : words) each.origin |= benchmark.kind.origin;
  return words;
}

plan::BenchmarkSet resolve_set(const spec::Benchmark& benchmark, const spec::Text& name, const plan::NodeSet& set,
                               const plan::Plan& plan, Diagnostics& diagnostics) {
  plan::BenchmarkSet resolved;
  const Origin why = name.origin | benchmark.kind.origin;
  const catalogue::BenchmarkKind& kind = benchmark_kind(*benchmark.kind);
  Measure found = measure(benchmark, kind, set, plan, diagnostics);
  resolved.nodes = {*set.hostlist, set.hostlist.origin | name.origin};
  resolved.gpus =
      set.gpus ? plan::Int{*set.gpus->count, set.gpus->count.origin | why} : plan::Int{0, constant(0).origin | why};
  resolved.tasks = kind.pairs ? resolved.gpus : plan::Int{1, constant(1).origin | why};
  resolved.command = command(benchmark, kind, set, found.size);
  for (auto& each : resolved.command) each.origin |= name.origin;
  resolved.floor = std::move(found.floor);
  if (resolved.floor) resolved.floor->origin |= name.origin;
  return resolved;
}

/// The time until the slowest run has ended: every job waits and runs as long as it may. With pairs, each node may need
/// a second test, and all of these may need the same partner.
plan::Int deadline(const plan::Benchmark& benchmark, bool pairs) {
  const auto batches = [&](std::int64_t jobs) { return (jobs + *benchmark.at_once - 1) / *benchmark.at_once; };
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
    if (!check_known("SKF204", name, known, "spec.nodeSets", diagnostics)) continue;
    const auto set = std::find_if(plan.node_sets.begin(), plan.node_sets.end(),
                                  [&](const auto& each) { return *each.name == *name; });
    if (!set->hostlist.value.empty()) resolved.sets.push_back(resolve_set(benchmark, name, *set, plan, diagnostics));
  }
  resolved.states = resolve_texts(benchmark.node_states);
  if (submit.partition) check_known("SKF219", submit.partition, partition_names(plan), "spec.partitions", diagnostics);
  resolved.partition = resolve_optional(submit.partition);
  resolved.account = resolve_optional(submit.account);
  resolved.qos = resolve_optional(submit.qos);
  resolved.reservation = resolve_optional(submit.reservation);
  resolved.mpi = resolve_optional(submit.mpi);
  const catalogue::BenchmarkKind& kind = benchmark_kind(*benchmark.kind);
  if (const catalogue::Text* mpi = preset(kind, "mpi"); mpi && !resolved.mpi) {
    resolved.mpi = traced(*mpi, kind.file);
    resolved.mpi->origin |= resolved.kind.origin;
  }
  resolved.nodes = limits.nodes.tracked();
  resolved.at_once = limits.at_once.tracked();
  resolved.drains = limits.drains.tracked();
  resolved.time_limit = resolve_seconds(limits.time_limit);
  resolved.queue_time = resolve_seconds(limits.queue_time);
  resolved.deadline = deadline(resolved, kind.pairs);
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
  check_known("SKF205", storage, volume_names(plan), "spec.storage", diagnostics);
  plan.health->history = storage.tracked();
}

}  // namespace skiff
