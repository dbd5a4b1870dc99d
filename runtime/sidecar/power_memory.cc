#include "sidecar/power_memory.h"

#include <nlohmann/json.hpp>

#include "common/files.h"

namespace skiff::sidecar {

using nlohmann::json;

PowerMemory parse_power_memory(std::string_view text) {
  try {
    const json object = json::parse(text);
    PowerMemory memory;
    memory.old = object.at("old").get<std::map<std::string, std::string>>();
    memory.trouble = object.value("trouble", std::map<std::string, std::string>());
    memory.said = object.at("said").get<std::map<std::string, std::string>>();
    for (const auto& [node, mark] : object.at("marked").items())
      memory.marked[node] = {mark.at("since").get<std::int64_t>(), mark.at("tried").get<bool>()};
    return memory;
  } catch (const json::exception&) {
    return {};
  }
}

std::string text_of(const PowerMemory& memory) {
  json object = {{"old", memory.old}, {"trouble", memory.trouble}, {"said", memory.said}, {"marked", json::object()}};
  for (const auto& [node, mark] : memory.marked)
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
