#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <vector>

#include "diag/lines.h"
#include "diag/render_forms.h"
#include "diag/wording.h"
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

Json location(std::string_view file, const LineTable& lines, Span span) {
  Json physical = object({{"artifactLocation", object({{"uri", uri(file)}})}});
  if (span != Span{}) {
    const Place begin = lines.place(span.begin);
    const Place end = lines.place(span.end);
    physical["region"] = object(
        {{"startLine", begin.line}, {"startColumn", begin.column}, {"endLine", end.line}, {"endColumn", end.column}});
  }
  return object({{"physicalLocation", std::move(physical)}});
}

}  // namespace

std::string render_sarif(std::string_view source, const Diagnostics& diagnostics, const RenderOptions& options) {
  const LineTable lines(source);
  std::vector<std::string_view> ids;
  for (const Diagnostic& diagnostic : diagnostics) ids.push_back(diagnostic.rule);
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  Json rules = Json::array();
  for (const std::string_view id : ids) {
    rules.push_back(object({{"id", id}, {"helpUri", "docs/rules.md#" + to_lower(id)}}));
  }

  Json results = Json::array();
  for (const Diagnostic& diagnostic : diagnostics) {
    Json where = location(options.file, lines, diagnostic.span);
    if (!diagnostic.path.empty()) {
      where["logicalLocations"] = array(object({{"fullyQualifiedName", diagnostic.path}}));
    }
    Json result = object({{"ruleId", diagnostic.rule},
                          {"ruleIndex", std::lower_bound(ids.begin(), ids.end(), diagnostic.rule) - ids.begin()},
                          {"level", severity_name(diagnostic.severity)},
                          {"message", object({{"text", wording(diagnostic)}})},
                          {"locations", array(std::move(where))},
                          // Without the line, so that an alert remains the same when the file is edited above it.
                          {"partialFingerprints",
                           object({{"skiffRuleAndPath/v1", std::string(diagnostic.rule) + ":" + diagnostic.path}})}});
    if (!diagnostic.notes.empty()) {
      Json related = Json::array();
      for (const Note& note : diagnostic.notes) {
        Json place = location(options.file, lines, note.span);
        place["message"] = object({{"text", note.message}});
        related.push_back(std::move(place));
      }
      result["relatedLocations"] = std::move(related);
    }
    results.push_back(std::move(result));
  }

  const Json driver = object({{"name", "skiff"}, {"rules", std::move(rules)}});
  const Json run = object(
      {{"tool", object({{"driver", driver}})}, {"columnKind", "unicodeCodePoints"}, {"results", std::move(results)}});
  const Json root = object(
      {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}, {"runs", array(run)}});
  return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace skiff
