#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "testing/examples.h"
#include "testing/manual.h"
#include "testing/repository.h"

namespace skiff::testing {
namespace {

using Json = nlohmann::ordered_json;

std::string joined(const Json& list) {
  std::string text;
  for (const Json& item : list) {
    if (!text.empty()) text += ", ";
    text += '`';
    text += item.is_string() ? item.get<std::string>() : item.dump();
    text += '`';
  }
  return text;
}

/// The type of a field in words: string, integer from 1 to 65535, list of strings, …
std::string type_of(const Json& schema) {
  if (schema.contains("const")) return "`" + schema["const"].get<std::string>() + "`";
  if (schema.contains("enum")) return "one of " + joined(schema["enum"]);
  if (schema.contains("oneOf")) {
    std::string text;
    for (const Json& branch : schema["oneOf"]) {
      if (!text.empty()) text += ", or ";
      text += type_of(branch);
    }
    return text;
  }
  const std::string type = schema.value("type", "");
  if (type == "array") {
    const Json& items = schema["items"];
    return "list of " + (items.value("type", "") == "object" ? "the objects below" : type_of(items) + " each");
  }
  if (type == "object") return schema.contains("properties") ? "object" : "map of names to values";
  if (type == "integer" && schema.contains("minimum"))
    return "integer from " + schema["minimum"].dump() + " to " + schema.value("maximum", Json("any")).dump();
  return type;
}

std::string cell(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, "\\");
  return text;
}

/// The first example of the schema as it can be written in a spec, on one line.
std::string example_of(const Json& schema) {
  if (!schema.contains("examples") || schema["examples"].empty()) return "";
  return cell("`" + schema["examples"][0].dump() + "`");
}

/// The schema with the fields of a property: the schema itself, that of its items or values, or the branch of `oneOf`
/// that is an object. Appends to `path` if it is that of the items or values.
const Json* below(const Json& schema, std::string& path) {
  if (schema.contains("properties")) return &schema;
  if (schema.contains("oneOf"))
    for (const Json& branch : schema["oneOf"])
      if (const Json* found = below(branch, path)) return found;
  if (schema.contains("items") && schema["items"].contains("properties")) return path += "[]", &schema["items"];
  if (schema.contains("additionalProperties") && schema["additionalProperties"].is_object() &&
      schema["additionalProperties"].contains("properties"))
    return path += ".NAME", &schema["additionalProperties"];
  return nullptr;
}

class Sections {
 public:
  void add(const std::string& path, const Json& schema) {
    page_ +=
        "\n## " + (path == "the document" ? path : "`" + path + "`") + "\n\n" + schema.value("description", "") + "\n";
    // Objects with the same fields, such as the resources of each daemon, are described only once.
    const auto [first, fresh] = seen_.emplace(schema["properties"].dump(), path);
    if (!fresh) {
      page_ += "\nIts fields are those of `" + first->second + "`.\n";
      return;
    }
    fields(schema);
    for (const auto& [name, property] : schema["properties"].items()) {
      std::string child = (path == "the document" ? "" : path + ".") + name;
      if (const Json* object = below(property, child)) add(child, *object);
    }
  }
  const std::string& page() const { return page_; }

 private:
  void fields(const Json& schema) {
    const Json required = schema.value("required", Json::array());
    page_ += "\n| field | meaning | type | default | example |\n|---|---|---|---|---|\n";
    for (const auto& [name, property] : schema["properties"].items()) {
      const bool needed = std::find(required.begin(), required.end(), name) != required.end();
      const std::string preset = property.contains("default") ? "`" + property["default"].dump() + "`"
                                 : needed                     ? "required"
                                                              : "";
      const std::string expect = property.value("x-expect", "");
      const std::string most = property.value("x-most", "");
      page_ += "| `" + name + "` | " + cell(property.value("description", "")) + " | " + cell(type_of(property)) +
               (expect.empty() ? "" : "; " + cell(expect)) + (most.empty() ? "" : "; at most `" + most + "`") + " | " +
               preset + " | " + example_of(property) + " |\n";
    }
  }

  std::string page_;
  std::map<std::string, std::string> seen_;
};

}  // namespace

std::string spec_page() {
  const Json schema = Json::parse(file_text(repository() / "schema" / "cluster.schema.json"));
  std::string page =
      "# The spec\n\n"
      "Every field of a cluster spec. Editors complete and check it with the schema: `skiff schema > "
      "cluster.schema.json`, and\n"
      "`# yaml-language-server: $schema=cluster.schema.json` as the spec's first line.\n"
      "`skiff explain 'spec.nodeSets[0].weight' -f cluster.yaml` shows a field and each output line that it "
      "decides.\n\n"
      "<!-- Generated from schema/cluster.schema.json; a test compares this page with it. -->\n";
  Sections sections;
  sections.add("the document", schema);
  return page + sections.page();
}

}  // namespace skiff::testing
