#include "sidecar/power_memory.h"

#include <nlohmann/json.hpp>

#include "common/files.h"

namespace skiff::sidecar {

using nlohmann::json;

PowerMemory parse_power_memory(std::string_view text) {
  try {
    const json object = json::parse(text);
    PowerMemory memory;
    memory.stale_pods = object.at("old").get<std::map<std::string, std::string>>();
    memory.start_problems = object.value("trouble", std::map<std::string, std::string>());
    memory.logged = object.at("said").get<std::map<std::string, std::string>>();
    for (const auto& [node, mark] : object.at("marked").items())
      memory.not_responding[node] = {mark.at("since").get<std::int64_t>(), mark.at("tried").get<bool>()};
    return memory;
  } catch (const json::exception&) {
    return {};
  }
}

std::string text_of(const PowerMemory& memory) {
  json object = {{"old", memory.stale_pods},
                 {"trouble", memory.start_problems},
                 {"said", memory.logged},
                 {"marked", json::object()}};
  for (const auto& [node, mark] : memory.not_responding)
    object["marked"][node] = {{"since", mark.since}, {"tried", mark.tried}};
  return object.dump(-1, ' ', false, json::error_handler_t::replace);
}

PowerMemory read_power_memory(const std::string& folder) {
  return parse_power_memory(read_text(folder + "/power.json").value_or(""));
}

void write_power_memory(const std::string& folder, const PowerMemory& memory) {
  write_atomically(folder + "/power.json", text_of(memory));
}

}  // namespace skiff::sidecar
