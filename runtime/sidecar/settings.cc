#include "sidecar/settings.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "common/settings_reader.h"
#include "text/hostlist.h"

namespace skiff::sidecar {
namespace {

void required(SettingsReader& object, const char* key, std::string& into) {
  object.text(key, into);
  if (into.empty()) object.fail(key, "must be given");
}

void read_replace(SettingsReader& object, Replace& into) {
  object.texts("sets", into.sets);
  object.texts("checks", into.checks);
  object.number("perHour", into.per_hour, spec_field("spec.health.afterDrain.replace.perHour"));
  object.number("atOnce", into.at_once, spec_field("spec.health.afterDrain.replace.atOnce"));
  object.number("patience", into.patience, spec_field("spec.health.afterDrain.replace.patience"));
  object.number("again", into.again, spec_field("spec.health.afterDrain.replace.again"));
}

void read_after_drain(SettingsReader& object, AfterDrain& into) {
  object.flag("pods", into.pods);
  object.flag("machines", into.machines);
  object.number("wait", into.wait, spec_field("spec.health.afterDrain.wait"));
  std::vector<std::string> fixed, elastic;
  object.texts("fixed", fixed);
  object.texts("elastic", elastic);
  for (const auto& set : fixed) into.sets[set] = SetKind::fixed;
  for (const auto& set : elastic) into.sets[set] = SetKind::elastic;
  if (into.sets.empty()) object.fail("fixed", "needs a node set, here or in elastic");
  object.texts("checks", into.checks);
  object.texts("benchmarks", into.benchmarks);
  object.object("replace", [&](SettingsReader& replace) { read_replace(replace, into.replace.emplace()); });
}

// Far more than slurmctld can have (MAX_SLURM_NODES). Few bytes can name so many nodes that they do not fit into memory.
constexpr std::uint64_t most_nodes = 1 << 20;

void read_topology(SettingsReader& object, Topology& into) {
  required(object, "name", into.name);
  required(object, "label", into.label);
  std::vector<std::string> units;
  object.texts("units", units);
  if (units.empty()) object.fail("units", "must be given");
  into.units.insert(units.begin(), units.end());
  std::string list;
  required(object, "nodes", list);
  const auto hosts = parse_hostlist(list);
  if (!hosts || host_count(*hosts) > most_nodes) return object.fail("nodes", "must be a host list");
  HostReader reader(*hosts);
  for (std::string name; reader.next(name);) into.nodes.insert(name);
}

}  // namespace

Settings parse_settings(std::string_view text) {
  nlohmann::json value;
  try {
    value = nlohmann::json::parse(text);
  } catch (const nlohmann::json::exception& error) {
    SettingsReader::fail_at("settings", error.what());
  }
  Settings settings;
  SettingsReader top(value, "");
  required(top, "cluster", settings.cluster);
  required(top, "namespace", settings.ns);
  top.object("log", [&](SettingsReader& log) {
    log.word("level", settings.log_level, spec_field("spec.controller.sidecar.logLevel"));
    log.choice("format", settings.log_format, spec_field("spec.controller.sidecar.logFormat"));
  });
  top.flag("power", settings.power);
  top.object("afterDrain", [&](SettingsReader& object) { read_after_drain(object, settings.after_drain.emplace()); });
  top.object("topology", [&](SettingsReader& object) { read_topology(object, settings.topology.emplace()); });
  top.flag("nodeConditions", settings.node_conditions);
  top.flag("metrics", settings.metrics);
  top.object("deadNodes", [&](SettingsReader& object) {
    DeadNodes& dead = settings.dead_nodes.emplace();
    object.number("after", dead.after, spec_field("spec.controller.sidecar.deadNodes.after"));
    object.number("atMost", dead.at_most, spec_field("spec.controller.sidecar.deadNodes.atMost"));
  });
  top.objects("serviceTokens", [&](SettingsReader& object) {
    ServiceToken& token = settings.service_tokens.emplace_back();
    required(object, "secret", token.secret);
    required(object, "user", token.user);
    object.number("lifetime", token.lifetime, spec_field("spec.auth.jwt.serviceTokens[].lifetime"));
  });
  top.file("config", settings.config);
  top.file("users", settings.users);
  top.file("run", settings.run);
  top.file("wake", settings.wake);
  top.file("record", settings.record);
  top.file("policyRecord", settings.policy_record);
  top.file("reservationRecord", settings.reservation_record);
  top.file("account", settings.account);
  top.file("commands", settings.commands);
  top.finish();
  return settings;
}

}  // namespace skiff::sidecar
