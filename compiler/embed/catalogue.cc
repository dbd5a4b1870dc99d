#include <set>

#include "embed/generate.h"
#include "embed/source.h"
#include "text/ascii.h"

namespace skiff::embed {
namespace {

using Rows = std::vector<std::string>;

// gpu_count for gpuCount.
std::string member(std::string_view key) {
  std::string name;
  for (const char c : key) {
    if (is_upper(c)) name += '_';
    name += to_lower(c);
  }
  return name;
}

std::string at(const Source& source, const Node& node, const char* type, const std::string& text) {
  if (node.kind != Node::Kind::scalar) source.fail(node.span, "must be a string or a number");
  return type + ("{" + text) + ", " + std::to_string(source.line(node.span.begin)) + "}";
}

std::string word(const Source& source, const Node& node) { return at(source, node, "Text", literal(node.text)); }

std::string value(const Source& source, const Node& node) {
  return is_integer(node) ? at(source, node, "Number", node.text) : word(source, node);
}

// The initializer of one row: `names`, which are the members from the keys above the row, and a member for each key of
// `map`.
std::string row(const Source& source, const std::string& names, const Node& map) {
  std::string out = "{" + names;
  for (const Entry& entry : map.entries) out += ", ." + member(entry.key.text) + " = " + value(source, entry.value);
  return out + "}";
}

// The rows of `map`. The key of each row is its member `name`.
Rows rows(const Source& source, const std::string& name, const Node& map) {
  Rows out;
  for (const Entry& entry : map.entries)
    out.push_back(row(source, "." + name + " = " + literal(entry.key.text), entry.value));
  return out;
}

// A table and the function that returns it.
std::string table(const std::string& type, const std::string& function, const Rows& rows) {
  return array(type, function + "_rows", rows) + "std::span<const " + type + "> " + function + "() { return " +
         function + "_rows; }\n\n";
}

const Node& part(const Source& source, std::string_view key) {
  const Node* found = source.root.find(key);
  if (!found) source.fail(source.root.span, "missing key " + std::string(key));
  return *found;
}

std::string words(const Source& source, const std::string& key, const std::string& function) {
  Rows found;
  for (const Node& item : part(source, key).items) found.push_back(literal(item.text));
  return table("std::string_view", function, found);
}

std::string hardware(const Source& source) { return table("Hardware", "hardware", rows(source, "name", source.root)); }

std::string gpus(const Source& source) {
  const Node &vendors = part(source, "vendors"), &types = part(source, "types");
  for (const Entry& type : types.entries)
    if (const Node* vendor = type.value.find("vendor"); vendor && !vendors.find(vendor->text))
      source.fail(vendor->span, "unknown vendor");
  return table("GpuVendor", "gpu_vendors", rows(source, "name", vendors)) +
         table("GpuType", "gpu_types", rows(source, "name", types));
}

// The initializer of a kind of benchmark. Its lists become separate arrays, which are added to `arrays`. Numbers in
// these lists are stored as text.
std::string benchmark_kind(const Source& source, const Entry& kind, std::string& arrays) {
  std::string out = "{.name = " + literal(kind.key.text);
  for (const Entry& entry : kind.value.entries) {
    const std::string& key = entry.key.text;
    const std::string list = identifier(kind.key.text) + "_" + member(key);
    std::string found = list;
    Rows items;
    if (key == "presets") {
      for (const Entry& preset : entry.value.entries)
        items.push_back("{" + literal(preset.key.text) + ", " + word(source, preset.value) + "}");
      arrays += array("BenchmarkKind::Preset", list, items);
    } else if (key == "needs") {
      for (const Node& field : entry.value.items) items.push_back(literal(field.text));
      arrays += array("std::string_view", list, items);
    } else if (key == "command") {
      for (const Node& item : entry.value.items) items.push_back(word(source, item));
      arrays += array("Text", list, items);
    } else {
      found = key == "pairs" ? entry.value.text : value(source, entry.value);
    }
    out += ", ." + member(key) + " = " + found;
  }
  return out + "}";
}

std::string benchmarks(const Source& source) {
  Rows kinds, floors;
  std::string arrays;
  for (const Entry& kind : part(source, "kinds").entries) kinds.push_back(benchmark_kind(source, kind, arrays));
  for (const Entry& kind : part(source, "floors").entries)
    for (const Entry& gpu : kind.value.entries)
      floors.push_back(
          row(source, ".kind = " + literal(kind.key.text) + ", .gpu = " + literal(gpu.key.text), gpu.value));
  return arrays + table("BenchmarkKind", "benchmark_kinds", kinds) + table("Floor", "floors", floors);
}

std::string resources(const Source& source) {
  Rows found;
  for (const Entry& resource : source.root.entries) {
    const Node* kind = resource.value.find("kind");
    if (!kind) source.fail(resource.key.span, "a resource needs a kind");
    found.push_back("{" + literal(resource.key.text) + ", Resource::Kind::" + identifier(kind->text) + "}");
  }
  return table("Resource", "resources", found);
}

std::string sshd(const Source& source) { return words(source, "keywords", "sshd_keywords"); }

void add_thresholds(const Source& source, const std::string& model, const Node& map, Rows& into) {
  for (const Entry& entry : map.entries)
    into.push_back("{" + literal(model) + ", " + literal(entry.key.text) + ", " + value(source, entry.value) + "}");
}

void add_xids(const Source& source, const std::string& model, const Node& map, Rows& into) {
  std::set<std::string> seen;
  for (const Entry& level : map.entries)
    for (const Node& code : level.value.items) {
      if (!is_integer(code)) source.fail(code.span, "an Xid must be a number");
      if (!seen.insert(code.text).second) source.fail(code.span, "an Xid must not be listed twice");
      into.push_back("{" + literal(model) + ", " + code.text + ", Xid::Level::" + level.key.text + "}");
    }
}

// Adds the thresholds or Xids for all models, or for one.
void add_limits(const Source& source, const std::string& model, const Entry& entry, Rows& thresholds, Rows& xids) {
  if (entry.key.text == "thresholds")
    add_thresholds(source, model, entry.value, thresholds);
  else if (entry.key.text == "xids")
    add_xids(source, model, entry.value, xids);
  else
    source.fail(entry.key.span, "unknown key " + entry.key.text);
}

std::string health(const Source& source) {
  Rows thresholds, xids;
  for (const Entry& entry : source.root.entries) {
    if (entry.key.text == "checks") continue;
    if (entry.key.text != "models") {
      add_limits(source, "", entry, thresholds, xids);
      continue;
    }
    for (const Entry& model : entry.value.entries)
      for (const Entry& of_model : model.value.entries) add_limits(source, model.key.text, of_model, thresholds, xids);
  }
  return words(source, "checks", "health_checks") + table("Threshold", "thresholds", thresholds) +
         table("Xid", "xids", xids);
}

struct File {
  std::string_view name;
  std::string (*tables)(const Source&);
};
constexpr File files[] = {{"benchmarks.yaml", benchmarks}, {"gpus.yaml", gpus},           {"hardware.yaml", hardware},
                          {"health.yaml", health},         {"resources.yaml", resources}, {"sshd.yaml", sshd}};

std::string tables_of(const Source& source) {
  for (const File& file : files)
    if (std::string_view(source.path).ends_with(file.name)) return file.tables(source);
  source.fail({}, "unknown file; add it to compiler/embed/catalogue.cc");
}

}  // namespace

Generated generate_catalogue(const std::string& root, const std::vector<std::string>& paths) {
  Generated out;
  out.source = "#include \"tree/catalogue.h\"\n\nnamespace skiff::catalogue {\n\n";
  for (const std::string& path : paths) out.source += tables_of(load_tree(root, path));
  out.source += "}  // namespace skiff::catalogue\n";
  return out;
}

}  // namespace skiff::embed
