#include "lower/runtime/benchmark.h"

#include "embedded/shared.h"
#include "lower/runtime/settings.h"
#include "tree/to_value.h"

namespace skiff {
namespace {

Value sets(const plan::Benchmark& benchmark) {
  Value list = Value::list();
  for (const auto& set : benchmark.sets) {
    Value map = Value::map(set.nodes.origin);
    map.add("nodes", to_value(set.nodes));
    map.add("gpus", to_value(set.gpus));
    map.add("tasks", to_value(set.tasks));
    map.add("floor", to_value(set.floor));
    map.add("command", to_value(set.command));
    list.origin |= map.origin;
    list.items.push_back(std::move(map));
  }
  return list;
}

Value submit(const plan::Benchmark& benchmark) {
  Value map = Value::map();
  const auto add = [&](const char* key, const std::optional<plan::Text>& text) {
    if (!text) return;
    map.add(SharedText::lasting(key), *text);
    map.origin |= text->origin;
  };
  // The kind of benchmark decides this member, not the user. So it is first: a member after the user's would add a
  // comma to the user's line.
  add("mpi", benchmark.mpi);
  add("partition", benchmark.partition);
  add("account", benchmark.account);
  add("qos", benchmark.qos);
  add("reservation", benchmark.reservation);
  return map.members.empty() ? none() : map;
}

Value limits(const plan::Benchmark& benchmark) {
  return Value::map(benchmark.name.origin)
      .add("nodes", to_value(benchmark.nodes))
      .add("atOnce", to_value(benchmark.at_once))
      .add("drains", to_value(benchmark.drains))
      .add("timeLimit", to_value(benchmark.time_limit))
      .add("queueTime", to_value(benchmark.queue_time));
}

}  // namespace

MapFile benchmark_settings(const plan::Plan& plan, const plan::Benchmark& benchmark) {
  Value sometimes = Value::map(benchmark.name.origin);
  if (plan.health->history)
    sometimes.add("history", Value::string(SharedText::lasting(shared::paths::history), plan.health->history->origin));
  sometimes.add("submit", submit(benchmark));
  Value always = Value::map();
  always.add("name", to_value(benchmark.name));
  always.add("kind", to_value(benchmark.kind));
  always.add("sets", sets(benchmark));
  always.add("states", to_value(benchmark.states));
  always.add("limits", limits(benchmark));
  always.add("retest", to_value(benchmark.retest));
  always.add("below", to_value(benchmark.below));
  return settings_file("settings.json", "benchmarks/" + *benchmark.name + ".json",
                       settings_map(std::move(sometimes), always));
}

}  // namespace skiff
