#include "sidecar/replacements.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "common/one_line.h"
#include "sidecar/node.h"

namespace skiff::sidecar {
namespace {

using nlohmann::json;

// Empty if the key is missing or null: a pod may not be on a Kubernetes node yet.
std::string text_in(const json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() || found->is_null() ? "" : found->get<std::string>();
}

json text_or_null(const std::string& text) { return text.empty() ? json() : json(text); }

Replaced replaced_of(const json& object) {
  Replaced one;
  one.node = object.at("node").get<std::string>();
  one.at = object.at("at").get<std::int64_t>();
  one.reason = text_in(object, "reason");
  one.uid = text_in(object, "uid");
  one.machine = text_in(object, "machine");
  one.tries = object.at("tries").get<std::int64_t>();
  one.tried = object.at("tried").get<std::int64_t>();
  one.over = object.at("back").get<bool>();
  one.outcome = text_in(object, "outcome");
  return one;
}

json object_of(const Replaced& one) {
  json object = {{"node", one.node},
                 {"at", one.at},
                 {"reason", one.reason},
                 {"uid", text_or_null(one.uid)},
                 {"machine", text_or_null(one.machine)},
                 {"tries", one.tries},
                 {"tried", one.tried},
                 {"back", one.over}};
  if (!one.outcome.empty()) object["outcome"] = one.outcome;
  return object;
}

}  // namespace

Replacements parse_replacements(std::string_view text) {
  try {
    const json record = json::parse(text);
    Replacements made;
    if (!record.at("replaced").is_array() || !record.at("marked").is_object() || !record.at("said").is_object())
      throw std::runtime_error("a field has the wrong type");
    for (const json& one : record["replaced"]) made.replaced.push_back(replaced_of(one));
    for (const auto& [machine, mark] : record["marked"].items())
      made.marked[machine] = {mark.at("node").get<std::string>(), mark.at("at").get<std::int64_t>()};
    for (const auto& [node, said] : record["said"].items()) made.logged[node] = said.get<std::string>();
    return made;
  } catch (const json::exception& error) {
    throw std::runtime_error(one_line(error.what()));
  }
}

std::string text_of(const Replacements& replacements) {
  json record = {{"replaced", json::array()}, {"marked", json::object()}, {"said", json::object()}};
  for (const Replaced& one : replacements.replaced) record["replaced"].push_back(object_of(one));
  for (const auto& [machine, mark] : replacements.marked)
    record["marked"][machine] = {{"node", mark.node}, {"at", mark.at}};
  for (const auto& [node, said] : replacements.logged) record["said"][node] = said;
  // Reasons in Slurm may contain any bytes.
  return record.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace skiff::sidecar
