#include "benchmark/settings.h"

#include <algorithm>

#include "settings_reader.h"

namespace skiff::benchmark {
namespace {

using health::SettingsReader;

// What may stand in an argument of Slurm's commands.
bool is_word(const std::string& text) {
  return !text.empty() && text[0] != '-' && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("-_.,+[]@:").find(c) != std::string_view::npos;
  });
}

void word(SettingsReader& from, const char* key, std::string& into) {
  from.text(key, into);
  if (!into.empty() && !is_word(into)) from.fail(key, "must be letters, digits, '-', '_' and '.'");
}

void read_set(SettingsReader& from, Kind kind, Settings& into) {
  Set& set = into.sets.emplace_back();
  word(from, "nodes", set.nodes);
  if (set.nodes.empty()) from.fail("nodes", "is missing");
  from.number("gpus", set.gpus, 0, 4096);
  from.number("tasks", set.tasks, 1, 4096);
  from.texts("command", set.command);
  if (set.command.empty() || set.command[0].empty()) from.fail("command", "is missing");
  std::string floor;
  from.text("floor", floor);
  if (!floor.empty() && !(set.floor = parse_quantity(floor)))
    from.fail("floor", "must be a number and its unit, such as 350 GB/s");
  if (has_floor(kind) != set.floor.has_value())
    from.fail("floor", has_floor(kind) ? "is missing" : "has no meaning here: DCGM judges itself");
}

void read_limits(SettingsReader& from, Settings& into) {
  from.number("nodes", into.nodes, 1, 65536);
  from.number("atOnce", into.at_once, 1, 256);
  from.number("drains", into.drains, 0, 65536);
  from.number("timeLimit", into.time_limit, 1, 7 * 86400);
  from.number("queueTime", into.queue_time, 1, 7 * 86400);
}

Below below_named(SettingsReader& from, const std::string& name) {
  if (name == "drain") return Below::drain;
  if (name == "comment") return Below::comment;
  if (name == "nothing") return Below::nothing;
  from.fail("below", "must be drain, comment or nothing");
}

}  // namespace

Settings parse_settings(std::string_view json) {
  const auto tree = nlohmann::json::parse(json, nullptr, false);
  if (tree.is_discarded()) throw std::runtime_error("settings: not JSON");
  Settings into;
  SettingsReader top(tree, "");
  word(top, "name", into.name);
  if (into.name.empty()) top.fail("name", "is missing");
  std::string kind, below = "drain";
  top.text("kind", kind);
  const auto known = kind_named(kind);
  if (!known) top.fail("kind", "is none that there is");
  into.kind = *known;
  top.objects("sets", [&](SettingsReader& set) { read_set(set, into.kind, into); });
  if (into.sets.empty()) top.fail("sets", "is missing");
  top.texts("states", into.states);
  for (const auto& state : into.states)
    if (state != "idle" && state != "mixed" && state != "allocated")
      top.fail("states", "must be of idle, mixed and allocated");
  top.object("submit", [&](SettingsReader& submit) {
    word(submit, "partition", into.partition);
    word(submit, "account", into.account);
    word(submit, "qos", into.qos);
    word(submit, "reservation", into.reservation);
    word(submit, "mpi", into.mpi);
  });
  top.object("limits", [&](SettingsReader& limits) { read_limits(limits, into); });
  top.text("below", below);
  into.below = below_named(top, below);
  top.flag("retest", into.retest);
  if (into.retest && (into.below != Below::drain || into.kind == Kind::nccl_pairs || !into.reservation.empty()))
    top.fail("retest", "is for single nodes that were drained, outside any other reservation");
  top.file("history", into.history);
  top.file("commands", into.commands);
  top.finish();
  return into;
}

}  // namespace skiff::benchmark
