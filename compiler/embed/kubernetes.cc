#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "embed/generate.h"
#include "embed/source.h"

namespace skiff::embed {
namespace {

using Json = nlohmann::json;

// A list of C++ initializers without duplicates. Adding one returns its index.
class Pool {
 public:
  std::size_t add(const std::string& entry) {
    const auto [at, added] = index_.emplace(entry, entries_.size());
    if (added) entries_.push_back(entry);
    return at->second;
  }
  // Adds several initializers in a row, so that a first index and a count identify them. Returns the first index.
  std::size_t add_run(const std::vector<std::string>& run) {
    if (run.empty()) return 0;
    const auto at = std::search(entries_.begin(), entries_.end(), run.begin(), run.end());
    const std::size_t first = static_cast<std::size_t>(at - entries_.begin());
    if (at == entries_.end()) entries_.insert(entries_.end(), run.begin(), run.end());
    return first;
  }
  const std::vector<std::string>& entries() const { return entries_; }

 private:
  std::map<std::string, std::size_t> index_;
  std::vector<std::string> entries_;
};

// 34 for "1.34".
int minor(const std::string& version) {
  if (!version.starts_with("1.")) throw Fault("not a version of Kubernetes: " + version);
  return std::stoi(version.substr(2));
}

int minor_of(const Json& field, const char* key, int otherwise) {
  return field.contains(key) ? minor(field[key].get<std::string>()) : otherwise;
}

struct Tables {
  std::map<std::string, std::size_t> type_index;
  Pool shapes, values, keys;
  std::vector<std::string> fields, types;

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
    if (!names.contains(type)) throw Fault(where + ": unknown type " + type);
    std::size_t target = 0, count = 0;
    if (type == "ref") {
      const std::string name = node.at("ref").get<std::string>();
      if (!type_index.contains(name)) throw Fault(where + ": undefined type " + name);
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
    fields.push_back("{" + literal(name) + ", " + std::to_string(shape(type + '.' + name, node)) + ", " +
                     std::to_string(minor_of(node, "since", 0)) + ", " + std::to_string(minor_of(node, "until", 255)) +
                     ", " + std::to_string(required ? minor_of(node, "requiredSince", 0) : 255) + ", " +
                     std::to_string(required ? minor_of(node, "requiredUntil", 255) : 0) + ", " +
                     std::to_string(keys.add_run(run)) + ", " + std::to_string(run.size()) + ", " +
                     (node.value("set", false) ? "true" : "false") + "}");
  }
};

std::string tables_of(const Json& table) {
  Tables out;
  // nlohmann::json sorts the keys, which the binary searches of the compiler need.
  for (const auto& [name, fields] : table.at("types").items()) {
    const std::size_t at = out.type_index.size();
    out.type_index[name] = at;
  }
  for (const auto& [name, fields] : table.at("types").items()) {
    out.types.push_back("{" + literal(name) + ", " + std::to_string(out.fields.size()) + ", " +
                        std::to_string(fields.size()) + "}");
    for (const auto& [key, node] : fields.items()) out.field(name, key, node);
  }
  std::vector<std::string> kinds, gated;
  for (const auto& [kind, type] : table.at("kinds").items())
    kinds.push_back("{" + literal(kind) + ", " + std::to_string(out.type_index.at(type.get<std::string>())) + "}");
  for (const auto& [name, gate] : table.at("gated").items())
    gated.push_back("{" + literal(name) + ", " + literal(gate.get<std::string>()) + "}");
  const Json& versions = table.at("versions");
  return array("EnumValue", "values", out.values.entries()) + array("std::string_view", "keys", out.keys.entries()) +
         array("FieldShape", "shapes", out.shapes.entries()) + array("TableField", "fields", out.fields) +
         array("FieldType", "types", out.types) + array("FieldKind", "kinds", kinds) +
         array("GatedField", "gated", gated) + "constexpr FieldTable table = {" +
         std::to_string(minor(versions.front().get<std::string>())) + ", " +
         std::to_string(minor(versions.back().get<std::string>())) +
         ", kinds, types, fields, shapes, values, keys, gated};\n\n";
}

Json table_in(const Source& source) {
  try {
    return Json::parse(source.text);
  } catch (const std::exception& error) {
    source.fail({}, error.what());
  }
}

}  // namespace

Generated generate_kubernetes(const std::string& root, const std::vector<std::string>& paths) {
  if (paths.size() != 2) throw Fault("kubernetes: error: crds.json and fields.json are expected");
  const Json custom = table_in(load_text(root, paths[0]));
  const Source source = load_text(root, paths[1]);
  Json table = table_in(source);
  try {
    // The custom kinds refer to types of Kubernetes. They are the same for all versions of Kubernetes.
    for (const char* part : {"kinds", "types"}) table[part].update(custom.at(part));
    return {.source =
                "#include \"verify/tables.h\"\n\nnamespace skiff {\nnamespace {\n\n" + tables_of(table) +
                "}  // namespace\n\nconst FieldTable& field_table() { return table; }\n\n}  // namespace skiff\n"};
  } catch (const std::exception& error) {
    source.fail({}, error.what());
  }
}

}  // namespace skiff::embed
