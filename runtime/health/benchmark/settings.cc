#include "benchmark/settings.h"

#include <algorithm>

#include "common/settings_reader.h"
#include "text/ascii.h"

namespace skiff::benchmark {
namespace {

// True if the text is safe in an argument of Slurm's commands.
bool is_word(const std::string& text) {
  return !text.empty() && text[0] != '-' && std::all_of(text.begin(), text.end(), [](char c) {
    return is_alnum(c) || std::string_view("-_.,+[]@:").find(c) != std::string_view::npos;
  });
}

void word(SettingsReader& from, const char* key, std::string& into) {
  from.text(key, into);
  if (!into.empty() && !is_word(into))
    from.fail(key, "must consist of letters, digits and -_.,+[]@:, and must not begin with -");
}

void read_set(SettingsReader& from, Kind kind, Settings& into) {
  Set& set = into.sets.emplace_back();
  word(from, "nodes", set.nodes);
  if (set.nodes.empty()) from.fail("nodes", "is missing");
  // `tasks` is one process per GPU, or one process.
  constexpr std::int64_t most_gpus = spec_field("spec.nodeSets[].gpus.count").most;
  from.number("gpus", set.gpus, 0, most_gpus);
  from.number("tasks", set.tasks, 1, most_gpus);
  from.texts("command", set.command);
  if (set.command.empty() || set.command[0].empty()) from.fail("command", "is missing");
  std::string floor;
  from.text("floor", floor);
  if (!floor.empty() && !(set.floor = parse_quantity(floor)))
    from.fail("floor", "must be a number and a unit, such as 350 GB/s");
  if (has_floor(kind) != set.floor.has_value())
    from.fail("floor",
              has_floor(kind) ? "is missing" : "is not allowed for this kind: the program itself decides what passes");
}

void read_limits(SettingsReader& from, Settings& into) {
  from.number("nodes", into.nodes, spec_field("spec.health.benchmarks[].limits.nodes"));
  from.number("atOnce", into.at_once, spec_field("spec.health.benchmarks[].limits.atOnce"));
  from.number("drains", into.drains, spec_field("spec.health.benchmarks[].limits.drains"));
  from.number("timeLimit", into.time_limit, spec_field("spec.health.benchmarks[].limits.timeLimit"));
  from.number("queueTime", into.queue_time, spec_field("spec.health.benchmarks[].limits.queueTime"));
}

}  // namespace

Settings parse_settings(std::string_view json) {
  const auto tree = nlohmann::json::parse(json, nullptr, false);
  if (tree.is_discarded()) throw std::runtime_error("settings: is not valid JSON");
  Settings into;
  SettingsReader top(tree, "");
  word(top, "name", into.name);
  if (into.name.empty()) top.fail("name", "is missing");
  if (!tree.contains("kind")) top.fail("kind", "is missing");
  top.choice("kind", into.kind, spec_field("spec.health.benchmarks[].kind"));
  top.objects("sets", [&](SettingsReader& set) { read_set(set, into.kind, into); });
  if (into.sets.empty()) top.fail("sets", "is missing");
  top.words("states", into.states, spec_field("spec.health.benchmarks[].nodeStates[]"));
  top.object("submit", [&](SettingsReader& submit) {
    word(submit, "partition", into.partition);
    word(submit, "account", into.account);
    word(submit, "qos", into.qos);
    word(submit, "reservation", into.reservation);
    word(submit, "mpi", into.mpi);
  });
  top.object("limits", [&](SettingsReader& limits) { read_limits(limits, into); });
  top.choice("below", into.below, spec_field("spec.health.benchmarks[].below"));
  top.flag("retest", into.retest);
  if (into.retest && (into.below != Below::drain || into.kind == Kind::nccl_pairs || !into.reservation.empty()))
    top.fail("retest", "requires below: drain, no submit.reservation, and a kind other than nccl-pairs");
  top.file("history", into.history);
  top.file("commands", into.commands);
  top.finish();
  return into;
}

}  // namespace skiff::benchmark
