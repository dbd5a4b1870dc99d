#include "check/schema.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "embed/generate.h"
#include "embed/model.h"
#include "embed/pattern.h"
#include "embed/source.h"
#include "text/duration.h"

namespace skiff::embed {
namespace {

// All keywords that a schema may have. Others stop the build: JSON Schema ignores unknown keywords, so a misspelt one
// would silently allow everything.
constexpr std::string_view keywords[] = {"$ref",          "$schema",    "additionalProperties",
                                         "const",         "default",    "definitions",
                                         "description",   "enum",       "examples",
                                         "items",         "maxItems",   "maxLength",
                                         "maximum",       "minItems",   "minLength",
                                         "minProperties", "minimum",    "oneOf",
                                         "pattern",       "properties", "propertyNames",
                                         "required",      "title",      "type",
                                         "uniqueItems",   "x-expect",   "x-instead",
                                         "x-most"};

struct TypeName {
  std::string_view name;
  Schema::Type type;
};
constexpr TypeName type_names[] = {{"string", Schema::string}, {"integer", Schema::integer},
                                   {"number", Schema::number}, {"boolean", Schema::boolean},
                                   {"object", Schema::object}, {"array", Schema::array}};
constexpr int numeric = Schema::integer | Schema::number;

class SchemaTables {
 public:
  explicit SchemaTables(const Source& source) : source_(source) {}

  // The tables, and the matchers of their patterns as input of re2c.
  Generated write() {
    const std::string top = schema(source_.root);
    const std::string begin = "namespace skiff {\nnamespace schema_tables {\n\n";
    const std::string end = "\n}  // namespace schema_tables\n";
    return {.source = "#include \"check/schema.h\"\n\n" + begin + declarations_ + "\n" + definitions_ + end +
                      "\nconst Schema& cluster_schema() { return schema_tables::" + top +
                      "; }\n\n}  // namespace skiff\n",
            .patterns = "#include <string>\n\n" + begin + patterns_ + end + "\n}  // namespace skiff\n"};
  }

 private:
  // The name of the table of a schema. The table is written when it is first used. A reference uses the table of its
  // target.
  std::string schema(const Node& node) {
    const Node& target = resolve(node);
    if (const auto found = names_.find(&target); found != names_.end()) return found->second;
    const std::string name = "s" + std::to_string(names_.size());
    names_.emplace(&target, name);
    declarations_ += "extern const Schema " + name + ";\n";
    const std::string fields = members(target, name);
    definitions_ += "constinit const Schema " + name + " = {" + fields + "};\n";
    return name;
  }

  const Node& resolve(const Node& node) const {
    const Node* at = &node;
    for (int hops = 0; at->find("$ref"); ++hops) {
      const Node& reference = *at->find("$ref");
      if (at->entries.size() > 1) source_.fail(at->span, "draft-07 ignores other keywords beside $ref");
      if (hops > 16) source_.fail(at->span, "$ref leads back to itself");
      constexpr std::string_view prefix = "#/definitions/";
      const Node* definitions = source_.root.find("definitions");
      at = reference.text.substr(0, prefix.size()) == prefix && definitions
               ? definitions->find(reference.text.substr(prefix.size()))
               : nullptr;
      if (!at) source_.fail(reference.span, "$ref must name an entry of #/definitions/");
    }
    return *at;
  }

  void check_keywords(const Node& node) const {
    if (node.kind != Node::Kind::mapping) source_.fail(node.span, "a schema must be an object");
    for (const Entry& entry : node.entries) {
      if (std::find(std::begin(keywords), std::end(keywords), entry.key.text) == std::end(keywords)) {
        source_.fail(entry.key.span,
                     "keyword \"" + entry.key.text +
                         "\" is misspelt or not supported; see compiler/embed/schema.cc and compiler/check/schema.h");
      }
    }
  }

  std::string members(const Node& node, const std::string& name) {
    check_keywords(node);
    const int types = types_of(node);
    std::string out;
    const auto field = [&](const std::string& member, const std::string& value) {
      if (!value.empty()) out += "\n    ." + member + " = " + value + ",";
    };
    if (types != 0) field("types", std::to_string(types));
    field("line", std::to_string(source_.line(node.span.begin)));
    field("description", text(node, "description"));
    if (const Node* preset = node.find("default")) {
      field("preset", literal(written(*preset)));
      field("has_preset", "true");
      field("presets", presets(*preset, name, types));
    }
    field("enumeration", enumeration(node, name));
    field("pattern", pattern(node));
    field("expect", text(node, "x-expect"));
    field("examples", examples(node, name));
    field("minimum", number(node, "minimum", types, numeric));
    field("maximum", number(node, "maximum", types, numeric));
    field("longest", longest(node));
    field("min_length", number(node, "minLength", types, Schema::string));
    field("max_length", number(node, "maxLength", types, Schema::string));
    field("min_items", number(node, "minItems", types, Schema::array));
    field("max_items", number(node, "maxItems", types, Schema::array));
    field("min_properties", number(node, "minProperties", types, Schema::object));
    if (const Node* unique = node.find("uniqueItems"); unique && unique->text == "true") field("unique_items", "true");
    field("properties", properties(node, name, types));
    field("instead", instead(node, name));
    field("additional", additional(node, types));
    if (const Node* names = node.find("propertyNames")) {
      check_keywords(*names);
      for (const Entry& entry : names->entries) {
        if (entry.key.text != "pattern" && entry.key.text != "x-expect" && entry.key.text != "description") {
          source_.fail(entry.key.span, "propertyNames can have only pattern, x-expect and description");
        }
      }
      field("key_pattern", pattern(*names));
      field("key_expect", text(*names, "x-expect"));
    }
    if (const Node* items = node.find("items"))
      field("items", "&" + schema(*items));
    else if (types & Schema::array)
      source_.fail(node.span, "an array needs items");
    field("one_of", one_of(node, name));
    return out;
  }

  int types_of(const Node& node) const {
    const Node* type = node.find("type");
    if (!type) {
      if (!node.find("oneOf")) source_.fail(node.span, "a schema needs a type, oneOf or $ref");
      return 0;
    }
    int bits = 0;
    const auto add = [&](const Node& name) {
      for (const TypeName& known : type_names) {
        if (known.name == name.text) bits |= known.type;
      }
      if (bits == 0) source_.fail(name.span, "no such type: " + name.text);
    };
    if (type->kind == Node::Kind::scalar) add(*type);
    for (const Node& name : type->items) add(name);
    return bits;
  }

  std::string text(const Node& node, std::string_view key) const {
    const Node* value = node.find(key);
    if (!value) return {};
    if (value->kind != Node::Kind::scalar || !value->quoted)
      source_.fail(value->span, std::string(key) + " must be a string");
    return literal(value->text);
  }

  std::string number(const Node& node, std::string_view key, int types, int wanted) const {
    const Node* value = node.find(key);
    if (!value) return {};
    if ((types & wanted) == 0) source_.fail(value->span, std::string(key) + " does not apply to this type");
    const bool whole = !value->quoted && !value->text.empty() && value->text.size() < 18 &&
                       value->text.find_first_not_of("0123456789", value->text[0] == '-' ? 1 : 0) == std::string::npos;
    if (!whole) source_.fail(value->span, std::string(key) + " must be a whole number");
    return value->text;
  }

  std::string longest(const Node& node) const {
    const Node* value = node.find("x-most");
    if (!value) return {};
    const Node* pattern = node.find("pattern");
    if (!pattern || pattern->text != "^[1-9][0-9]{0,8}(s|m|h|d)$" || seconds(value->text) == 0)
      source_.fail(value->span, "x-most must be a time such as 7d, and needs the pattern of times");
    return literal(value->text);
  }

  // The pattern, and the function that matches it. Fields with the same pattern share the function.
  std::string pattern(const Node& node) {
    const Node* given = node.find("pattern");
    if (!given) return {};
    const auto [matcher_of, fresh] = matchers_.try_emplace(given->text, "p" + std::to_string(matchers_.size()));
    const std::string& function = matcher_of->second;
    try {
      if (fresh) patterns_ += matcher(function, given->text);
    } catch (const PatternFault& fault) {
      source_.fail(given->span, fault.what());
    }
    if (fresh) declarations_ += "bool " + function + "(const std::string& text);\n";
    const Node* expect = node.find("x-expect");
    if (!expect || expect->text.substr(0, 5) != "must ") {
      source_.fail(given->span, "a pattern needs x-expect: \"must ...\", the text of its error");
    }
    return "{" + text(node, "pattern") + ", " + function + "}";
  }

  std::string enumeration(const Node& node, const std::string& name) {
    std::string values;
    const auto add = [&](const Node& value) {
      if (value.kind != Node::Kind::scalar) source_.fail(value.span, "the values of enum must be scalars");
      values += literal(value.text) + ", ";
    };
    if (const Node* constant = node.find("const")) add(*constant);
    if (const Node* allowed = node.find("enum")) {
      for (const Node& value : allowed->items) add(value);
    }
    return texts(values, name + "_enum");
  }

  std::string examples(const Node& node, const std::string& name) {
    const Node* given = node.find("examples");
    if (!given) return {};
    std::string values;
    for (const Node& value : given->items) values += literal(written(value)) + ", ";
    return texts(values, name + "_examples");
  }

  // The values of a default that is a list. Only a list can have such a default.
  std::string presets(const Node& preset, const std::string& name, int types) {
    const bool list = (types & Schema::array) != 0;
    const auto scalar = [](const Node& value) { return value.kind == Node::Kind::scalar; };
    if (list != (preset.kind == Node::Kind::sequence) || !std::ranges::all_of(preset.items, scalar))
      source_.fail(preset.span,
                   list ? "the default of a list must be a list of scalars" : "a default must be a scalar");
    std::string values;
    for (const Node& value : preset.items) values += literal(value.text) + ", ";
    return texts(values, name + "_presets");
  }

  // A scalar without its quotes, and anything else as JSON on one line.
  std::string written(const Node& value) const {
    if (value.kind == Node::Kind::scalar) return value.text;
    return compact(source_.text.substr(value.span.begin, value.span.end - value.span.begin));
  }

  // JSON without its line breaks and indentation. No string in the schema contains a line break.
  static std::string compact(const std::string& json) {
    std::string out;
    for (std::size_t i = 0; i < json.size(); ++i) {
      if (json[i] != '\n') {
        out += json[i];
        continue;
      }
      const bool after_comma = !out.empty() && out.back() == ',';
      while (i + 1 < json.size() && json[i + 1] == ' ') ++i;
      if (after_comma) out += ' ';
    }
    return out;
  }

  std::string texts(const std::string& values, const std::string& name) {
    if (values.empty()) return {};
    definitions_ += "constexpr std::string_view " + name + "[] = {" + values + "};\n";
    return name;
  }

  std::string properties(const Node& node, const std::string& name, int types) {
    const Node* given = node.find("properties");
    std::set<std::string> required;
    if (const Node* names = node.find("required")) {
      for (const Node& item : names->items) {
        // A property that is required must be described in the same schema.
        if (!given || !given->find(item.text)) source_.fail(item.span, "a required property is not in properties");
        required.insert(item.text);
      }
    }
    if (!given) return {};
    if ((types & Schema::object) == 0) source_.fail(given->span, "properties need type object");
    std::string rows;
    for (const Entry& entry : given->entries) {
      if (!entry.value.find("$ref") && !entry.value.find("description")) {
        source_.fail(entry.key.span, "property \"" + entry.key.text + "\" needs a description");
      }
      rows += "\n    {" + literal(entry.key.text) + ", &" + schema(entry.value) + ", " +
              (required.count(entry.key.text) ? "true" : "false") + "},";
    }
    if (rows.empty()) return {};
    definitions_ += "constexpr SchemaProperty " + name + "_properties[] = {" + rows + "};\n";
    return name + "_properties";
  }

  std::string instead(const Node& node, const std::string& name) {
    const Node* given = node.find("x-instead");
    if (!given) return {};
    const Node* known = node.find("properties");
    std::string rows;
    for (const Entry& entry : given->entries) {
      if (!known || known->find(entry.key.text))
        source_.fail(entry.key.span, "x-instead is for fields that don't exist");
      rows += "\n    {" + literal(entry.key.text) + ", " + text(*given, entry.key.text) + "},";
    }
    if (rows.empty()) source_.fail(given->span, "x-instead must map fields to what to write instead");
    definitions_ += "constexpr SchemaHint " + name + "_instead[] = {" + rows + "};\n";
    return name + "_instead";
  }

  std::string additional(const Node& node, int types) {
    const Node* given = node.find("additionalProperties");
    if (!given) {
      if (types & Schema::object) source_.fail(node.span, "an object needs additionalProperties: false or a schema");
      return {};
    }
    if (given->kind == Node::Kind::mapping) return "&" + schema(*given);
    if (given->text != "false") source_.fail(given->span, "additionalProperties must be false or a schema");
    return {};
  }

  // The checker selects a branch by the type of the node, or among objects by the one property that each requires.
  std::string one_of(const Node& node, const std::string& name) {
    const Node* given = node.find("oneOf");
    if (!given) return {};
    std::string rows;
    int seen = 0;
    int objects = 0;
    for (const Node& branch : given->items) {
      const Node& target = resolve(branch);
      check_keywords(target);
      const int types = types_of(target);
      if (types == 0) source_.fail(branch.span, "a branch of oneOf needs a type");
      if ((seen & types & ~Schema::object) != 0 || ((seen & numeric) && (types & numeric))) {
        source_.fail(branch.span, "branches of oneOf must differ in type");
      }
      if (types & Schema::object) ++objects;
      seen |= types;
      rows += "&" + schema(branch) + ", ";
    }
    for (const Node& branch : given->items) {
      const Node& target = resolve(branch);
      const Node* required = target.find("required");
      if (objects > 1 && (types_of(target) & Schema::object) && (!required || required->items.size() != 1)) {
        source_.fail(branch.span,
                     "several objects in oneOf: each must require exactly the one property that tells it apart");
      }
    }
    definitions_ += "constexpr const Schema* " + name + "_one_of[] = {" + rows + "};\n";
    return name + "_one_of";
  }

  const Source& source_;
  std::map<const Node*, std::string> names_;
  std::map<std::string, std::string> matchers_;  // pattern -> name of its function
  std::string declarations_;
  std::string definitions_;
  std::string patterns_;
};

}  // namespace

Generated generate_schema(const std::string& root, const std::vector<std::string>& paths) {
  if (paths.size() != 1) throw Fault("schema: error: exactly one file is expected");
  const Source source = load_tree(root, paths[0]);
  Generated out = SchemaTables(source).write();
  check_model(source);
  return out;
}

}  // namespace skiff::embed
