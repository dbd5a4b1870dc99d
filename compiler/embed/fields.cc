#include <string_view>

#include "embed/generate.h"
#include "embed/source.h"
#include "text/ascii.h"
#include "text/duration.h"

namespace skiff::embed {
namespace {

// Lists each field with a range, a longest time, an enum, or a list as its default, in the order of the schema.
class Fields {
 public:
  explicit Fields(const Source& source) : source_(source) {}

  Generated write() {
    visit("", source_.root);
    return {.header = "#pragma once\n\n#include \"tree/spec_field.h\"\n\nnamespace skiff::fields {\n\n" + words_ +
                      "inline constexpr SpecField all[] = {\n" + rows_ + "};\n\n}  // namespace skiff::fields\n",
            .source = "#include \"embedded/fields.h\"\n"};
  }

 private:
  void visit(const std::string& path, const Node& schema) {
    if (schema.find("$ref"))
      source_.fail(schema.span, "$ref is not supported here, because a shared field has several paths");
    add(path, schema);
    if (const Node* properties = schema.find("properties"))
      for (const Entry& entry : properties->entries)
        visit(path.empty() ? entry.key.text : path + "." + entry.key.text, entry.value);
    if (const Node* items = schema.find("items")) visit(path + "[]", *items);
    if (const Node* further = schema.find("additionalProperties"); further && further->kind == Node::Kind::mapping)
      visit(path + ".*", *further);
    if (const Node* branches = schema.find("oneOf"))
      for (const Node& branch : branches->items) visit(path, branch);
  }

  void add(const std::string& path, const Node& schema) {
    const Node *least = schema.find("minimum"), *most = schema.find("maximum"), *longest = schema.find("x-most");
    const Node *preset = schema.find("default"), *choice = schema.find("enum");
    const bool list = preset && preset->kind == Node::Kind::sequence;
    if (!(least && most) && !longest && !choice && !list) return;
    std::string row = "    {" + literal(path) + ", ";
    // The minimum is 1, because the pattern of times does not allow zero.
    if (longest)
      row += "1, " + number(*longest) + ", " + (preset ? number(*preset) : "0");
    else if (choice || list)
      row += "0, -1, 0";
    else
      row += least->text + ", " + most->text + ", " + (preset ? preset->text : "0");
    row += ", " + literal(preset ? preset->text : "") + ", ";
    row += (choice ? words(path, *choice) : "{}") + ", " + (list ? texts(name_of(path) + "_presets", *preset) : "{}");
    rows_ += row + "},\n";
  }

  static std::string number(const Node& time) { return std::to_string(seconds(time.text)); }

  // Writes the list of allowed values and returns its name. If the values can be names in C++, also writes an enum
  // class in the same order.
  std::string words(const std::string& path, const Node& choice) {
    const std::string name = name_of(path);
    std::string names;
    bool named = true;
    for (const Node& word : choice.items) {
      names += identifier(word.text) + ", ";
      named = named && (word.text.empty() || !is_digit(word.text[0])) &&
              (path.starts_with("spec.health.") || path.starts_with("spec.controller.sidecar."));
    }
    const std::string table = texts(name + "_words", choice);
    if (named) words_ += "enum class " + name + " : std::uint8_t { " + names + "};\n";
    return table;
  }

  // Writes a table of these texts and returns its name.
  std::string texts(const std::string& name, const Node& list) {
    std::string values;
    for (const Node& text : list.items) values += literal(text.text) + ", ";
    words_ += "inline constexpr std::string_view " + name + "[] = {" + values + "};\n";
    return name;
  }

  // `spec.health.benchmarks[].kind` -> `spec_health_benchmarks_kind`
  static std::string name_of(const std::string& path) {
    std::string name;
    for (const char c : path)
      if (c != '[' && c != ']' && c != '*') name += c;
    if (name.ends_with('.')) name.pop_back();
    return identifier(name);
  }

  const Source& source_;
  std::string words_;
  std::string rows_;
};

}  // namespace

Generated generate_fields(const std::string& root, const std::vector<std::string>& paths) {
  if (paths.size() != 1) throw Fault("fields: error: exactly one schema is expected");
  const Source source = load_tree(root, paths[0]);
  return Fields(source).write();
}

}  // namespace skiff::embed
