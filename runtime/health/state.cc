#include "state.h"

#include <nlohmann/json.hpp>

namespace skiff::health {

using nlohmann::json;

State parse_state(std::string_view text) {
  State state;
  try {
    const json value = json::parse(text);
    state.boot = value.at("boot");
    state.memory = value.at("memory").get<decltype(state.memory)>();
    state.passed_start_checks = value.at("settled").get<decltype(state.passed_start_checks)>();
    for (const auto& [id, level] : value.at("levels").items())
      state.levels[id] = level_named(level.get<std::string>()).value_or(Level::unknown);
    state.acknowledged = value.at("acknowledged");
    state.reason = value.at("reason");
    state.causes = value.at("causes").get<decltype(state.causes)>();
    state.good_runs = value.at("goodRuns");
    state.drains = value.at("drains").get<decltype(state.drains)>();
    state.comment = value.at("comment");
    state.slurmctld_never_asked = value.at("fresh");
  } catch (const json::exception&) {
    return {};
  }
  return state;
}

std::string to_json(const State& state) {
  json levels = json::object();
  for (const auto& [id, level] : state.levels) levels[id] = name_of(level);
  const json value = {{"fresh", state.slurmctld_never_asked},
                      {"boot", state.boot},
                      {"memory", state.memory},
                      {"settled", state.passed_start_checks},
                      {"levels", levels},
                      {"acknowledged", state.acknowledged},
                      {"reason", state.reason},
                      {"causes", state.causes},
                      {"goodRuns", state.good_runs},
                      {"drains", state.drains},
                      {"comment", state.comment}};
  // The output of a custom check may be invalid UTF-8.
  return value.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

void forget_boot(State& state, const std::string& boot) {
  if (state.boot == boot) return;
  state.boot = boot;
  state.memory.clear();
  state.passed_start_checks.clear();
  state.acknowledged = -1;
}

}  // namespace skiff::health
