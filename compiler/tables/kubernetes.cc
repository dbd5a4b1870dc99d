#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <vector>

#include "tables/tables.h"

namespace skiff {
namespace {

using Json = nlohmann::json;

// A list of C++ initialisers that holds each once and gives its index.
class Pool {
 public:
  std::size_t add(const std::string& entry) {
    const auto [at, added] = index_.emplace(entry, entries_.size());
    if (added) entries_.push_back(entry);
    return at->second;
  }
  // Several in a row, so that a first index and a count name them.
  std::size_t add_run(const std::vector<std::string>& run) {
    if (run.empty()) return 0;
    const auto at = std::search(entries_.begin(), entries_.end(), run.begin(), run.end());
    const std::size_t first = static_cast<std::size_t>(at - entries_.begin());
    if (at == entries_.end()) entries_.insert(entries_.end(), run.begin(), run.end());
    return first;
  }
  std::string print(const std::string& type, const std::string& name) const {
    std::string text = "constexpr " + type + ' ' + name + "[] = {\n";
    for (const std::string& entry : entries_) text += "    " + entry + ",\n";
    return text + "};\n\n";
  }
  std::size_t size() const { return entries_.size(); }

 private:
  std::map<std::string, std::size_t> index_;
  std::vector<std::string> entries_;
};

std::string literal(const std::string& text) { return Json(text).dump(); }

// The 34 of "1.34".
int minor(const std::string& version) {
  if (!version.starts_with("1.")) throw std::runtime_error("not a version of Kubernetes: " + version);
  return std::stoi(version.substr(2));
}

int minor_of(const Json& field, const char* key, int otherwise) {
  return field.contains(key) ? minor(field[key].get<std::string>()) : otherwise;
}

struct Generator {
  std::map<std::string, std::size_t> type_index;
  Pool shapes, values, keys;
  std::string fields, types;
  std::size_t field_count = 0;

  std::string enum_run(const Json& node, std::size_t& count) {
    std::vector<std::string> run;
    for (const Json& value : node.value("enum", Json::array())) {
      const std::string text = value.get<std::string>();
      const int since = node.contains("enumSince") ? minor_of(node["enumSince"], text.c_str(), 0) : 0;
      const int until = node.contains("enumUntil") ? minor_of(node["enumUntil"], text.c_str(), 255) : 255;
      run.push_back('{' + literal(text) + ", " + std::to_string(since) + ", " + std::to_string(until) + '}');
    }
    count = run.size();
    return std::to_string(values.add_run(run));
  }

  std::size_t shape(const std::string& where, const Json& node) {
    static const std::map<std::string, std::string> names = {{"any", "any"},
                                                             {"boolean", "boolean"},
                                                             {"integer", "integer"},
                                                             {"number", "integer"},
                                                             {"string", "string"},
                                                             {"quantity", "quantity"},
                                                             {"int-or-string", "int_or_string"},
                                                             {"time", "time"},
                                                             {"array", "list"},
                                                             {"map", "map"},
                                                             {"ref", "object"}};
    const std::string type = node.at("type").get<std::string>();
    if (!names.contains(type)) throw std::runtime_error(where + ": type " + type);
    std::size_t target = 0, count = 0;
    if (type == "ref") {
      const std::string name = node.at("ref").get<std::string>();
      if (!type_index.contains(name)) throw std::runtime_error(where + ": no type " + name);
      target = type_index.at(name);
    } else if (type == "array" || type == "map") {
      target = shape(where, node.at("items"));
    }
    const int bits = type != "integer" ? 0 : node.value("format", "int64") == "int32" ? 32 : 64;
    const std::string first = enum_run(node, count);
    return shapes.add("{FieldShape::Type::" + names.at(type) + ", " + std::to_string(bits) + ", " +
                      std::to_string(target) + ", " + first + ", " + std::to_string(count) + '}');
  }

  void field(const std::string& type, const std::string& name, const Json& node) {
    std::vector<std::string> run;
    for (const Json& key : node.value("mergeKeys", Json::array())) run.push_back(literal(key.get<std::string>()));
    const bool required = node.value("required", false);
    fields += "    {" + literal(name) + ", " + std::to_string(shape(type + '.' + name, node)) + ", " +
              std::to_string(minor_of(node, "since", 0)) + ", " + std::to_string(minor_of(node, "until", 255)) + ", " +
              std::to_string(required ? minor_of(node, "requiredSince", 0) : 255) + ", " +
              std::to_string(required ? minor_of(node, "requiredUntil", 255) : 0) + ", " +
              std::to_string(keys.add_run(run)) + ", " + std::to_string(run.size()) + ", " +
              (node.value("set", false) ? "true" : "false") + "},\n";
    ++field_count;
  }
};

}  // namespace

std::string kubernetes_source(const std::string& json) {
  const Json table = Json::parse(json);
  Generator out;
  // nlohmann::json sorts keys, as the searches of the compiler expect.
  for (const auto& [name, fields] : table.at("types").items()) {
    const std::size_t at = out.type_index.size();
    out.type_index[name] = at;
  }
  for (const auto& [name, fields] : table.at("types").items()) {
    out.types += "    {" + literal(name) + ", " + std::to_string(out.field_count) + ", " +
                 std::to_string(fields.size()) + "},\n";
    for (const auto& [key, node] : fields.items()) out.field(name, key, node);
  }
  std::string kinds;
  for (const auto& [kind, type] : table.at("kinds").items()) {
    kinds += "    {" + literal(kind) + ", " + std::to_string(out.type_index.at(type.get<std::string>())) + "},\n";
  }
  std::string gated;
  for (const auto& [name, gate] : table.at("gated").items()) {
    gated += "    {" + literal(name) + ", " + literal(gate.get<std::string>()) + "},\n";
  }
  const Json& versions = table.at("versions");
  // An array can't be empty, and every table has these.
  if (out.values.size() == 0 || out.keys.size() == 0 || gated.empty())
    throw std::runtime_error("the field table lacks a part");
  return "// Made by skiff_tables from schema/k8s/fields.json.\n\n#include \"verify/tables.h\"\n\nnamespace skiff "
         "{\nnamespace {\n\n" +
         out.values.print("EnumValue", "values") + out.keys.print("std::string_view", "keys") +
         out.shapes.print("FieldShape", "shapes") + "constexpr TableField fields[] = {\n" + out.fields +
         "};\n\nconstexpr FieldType types[] = {\n" + out.types + "};\n\nconstexpr FieldKind kinds[] = {\n" + kinds +
         "};\n\nconstexpr GatedField gated[] = {\n" + gated + "};\n\nconstexpr FieldTable table = {" +
         std::to_string(minor(versions.front().get<std::string>())) + ", " +
         std::to_string(minor(versions.back().get<std::string>())) +
         ", kinds, types, fields, shapes, values, keys, gated};\n\n}  // namespace\n\nconst FieldTable& field_table() "
         "{ "
         "return table; }\n\n}  // namespace skiff\n";
}

}  // namespace skiff
