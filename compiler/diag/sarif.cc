#include "diag/sarif.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>

#include "text/ascii.h"

namespace skiff {
namespace {

using Json = nlohmann::ordered_json;

// In nlohmann's library, an initializer list becomes an array or an object depending on its content. So members are
// added one by one.
Json object(std::initializer_list<std::pair<const char*, Json>> members) {
  Json out = Json::object();
  for (const auto& [key, value] : members) out[key] = value;
  return out;
}

Json array(Json item) {
  Json out = Json::array();
  out.push_back(std::move(item));
  return out;
}

// Percent-encodes all characters except `/` and the unreserved ones of RFC 3986.
std::string uri(std::string_view path) {
  std::string out;
  for (const char c : path) {
    const bool plain = is_alnum(c) || std::string_view("-._~/").find(c) != std::string_view::npos;
    if (plain) {
      out += c;
    } else {
      char hex[4];
      std::snprintf(hex, sizeof hex, "%%%02X", static_cast<unsigned>(static_cast<unsigned char>(c)));
      out += hex;
    }
  }
  return out;
}

Json location(const SarifPlace& place) {
  Json physical = object({{"artifactLocation", object({{"uri", uri(place.file)}})}});
  if (place.begin) {
    Json region = object({{"startLine", place.begin->line}, {"startColumn", place.begin->column}});
    if (place.end) {
      region["endLine"] = place.end->line;
      region["endColumn"] = place.end->column;
    }
    physical["region"] = std::move(region);
  }
  return object({{"physicalLocation", std::move(physical)}});
}

Json result_of(const SarifResult& result, std::size_t rule) {
  Json where = location(result.place);
  if (!result.field.empty()) where["logicalLocations"] = array(object({{"fullyQualifiedName", result.field}}));
  Json out = object({{"ruleId", result.rule},
                     {"ruleIndex", rule},
                     {"level", result.level},
                     {"message", object({{"text", result.message}})},
                     {"locations", array(std::move(where))},
                     {"partialFingerprints", object({{result.fingerprint.first.c_str(), result.fingerprint.second}})}});
  if (result.related.empty()) return out;
  Json related = Json::array();
  for (const SarifPlace& place : result.related) {
    Json item = location(place);
    item["message"] = object({{"text", place.message}});
    related.push_back(std::move(item));
  }
  out["relatedLocations"] = std::move(related);
  return out;
}

}  // namespace

std::string sarif_log(const std::vector<SarifRule>& rules, const std::vector<SarifResult>& results) {
  Json described = Json::array();
  for (const SarifRule& rule : rules) described.push_back(object({{"id", rule.id}, {"helpUri", rule.help}}));
  Json found = Json::array();
  for (const SarifResult& result : results) {
    const auto rule = std::ranges::find(rules, result.rule, &SarifRule::id);
    found.push_back(result_of(result, static_cast<std::size_t>(rule - rules.begin())));
  }
  const Json driver = object({{"name", "skiff"}, {"rules", std::move(described)}});
  const Json run = object(
      {{"tool", object({{"driver", driver}})}, {"columnKind", "unicodeCodePoints"}, {"results", std::move(found)}});
  const Json root = object(
      {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}, {"runs", array(run)}});
  return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace skiff
