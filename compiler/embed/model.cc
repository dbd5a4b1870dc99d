#include "embed/model.h"

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/constraints/concrete_constraints.hpp>
#include <valijson/constraints/constraint_visitor.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>

#include "text/join.h"

namespace skiff::embed {
namespace {

using valijson::Subschema;

// The keywords of a schema with their values, and the schemas inside it.
struct Facts {
  std::map<std::string, std::string> said;
  std::map<std::string, const Subschema*> inside;
};

std::string whole(double number) { return std::to_string(static_cast<long long>(number)); }

// Collects the facts of one schema from valijson's constraints.
class Collector : public valijson::constraints::ConstraintVisitor {
 public:
  Facts facts;

  bool visit(const TypeConstraint& constraint) override {
    static const std::map<TypeConstraint::JsonType, std::string> names = {
        {TypeConstraint::kString, "string"}, {TypeConstraint::kInteger, "integer"},
        {TypeConstraint::kNumber, "number"}, {TypeConstraint::kBoolean, "boolean"},
        {TypeConstraint::kObject, "object"}, {TypeConstraint::kArray, "array"}};
    std::set<std::string> types;
    constraint.applyToNamedTypes([&](TypeConstraint::JsonType type) {
      const auto name = names.find(type);
      types.insert(name == names.end() ? "any or null" : name->second);
      return true;
    });
    return say("type", joined(types, ", "));
  }
  bool visit(const EnumConstraint& constraint) override {
    int values = 0;
    constraint.applyToValues([&](const valijson::adapters::FrozenValue&) { return ++values > 0; });
    return say("enum", std::to_string(values) + " values");
  }
  bool visit(const ConstConstraint&) override { return say("const", "given"); }
  bool visit(const PatternConstraint& constraint) override {
    std::string pattern;
    constraint.getPattern(pattern);
    return say("pattern", pattern);
  }
  bool visit(const MinimumConstraint& constraint) override {
    return say(constraint.getExclusiveMinimum() ? "exclusiveMinimum" : "minimum", whole(constraint.getMinimum()));
  }
  bool visit(const MaximumConstraint& constraint) override {
    return say(constraint.getExclusiveMaximum() ? "exclusiveMaximum" : "maximum", whole(constraint.getMaximum()));
  }
  bool visit(const MinLengthConstraint& constraint) override {
    return say("minLength", std::to_string(constraint.getMinLength()));
  }
  bool visit(const MaxLengthConstraint& constraint) override {
    return say("maxLength", std::to_string(constraint.getMaxLength()));
  }
  bool visit(const MinItemsConstraint& constraint) override {
    return say("minItems", std::to_string(constraint.getMinItems()));
  }
  bool visit(const MaxItemsConstraint& constraint) override {
    return say("maxItems", std::to_string(constraint.getMaxItems()));
  }
  bool visit(const MinPropertiesConstraint& constraint) override {
    return say("minProperties", std::to_string(constraint.getMinProperties()));
  }
  bool visit(const UniqueItemsConstraint&) override { return say("uniqueItems", "true"); }
  bool visit(const RequiredConstraint& constraint) override {
    std::set<std::string> names;
    constraint.applyToRequiredProperties([&](const auto& name) {
      names.insert(name.c_str());
      return true;
    });
    return say("required", joined(names, ", "));
  }
  bool visit(const PropertiesConstraint& constraint) override {
    std::set<std::string> names;
    constraint.applyToProperties([&](const auto& name, const Subschema* schema) {
      names.insert(name.c_str());
      facts.inside[std::string("properties/") + name.c_str()] = schema;
      return true;
    });
    if (!names.empty()) say("properties", joined(names, ", "));
    const Subschema* further = constraint.getAdditionalPropertiesSubschema();
    if (further) facts.inside["additionalProperties"] = further;
    return say("additionalProperties", further ? "schema" : "false");
  }
  bool visit(const PropertyNamesConstraint& constraint) override {
    facts.inside["propertyNames"] = constraint.getSubschema();
    return say("propertyNames", "schema");
  }
  bool visit(const SingularItemsConstraint& constraint) override {
    facts.inside["items"] = constraint.getItemsSubschema();
    return say("items", "schema");
  }
  bool visit(const OneOfConstraint& constraint) override {
    unsigned branches = 0;
    constraint.applyToSubschemas([&](unsigned index, const Subschema* schema) {
      facts.inside["oneOf/" + std::to_string(index)] = schema;
      return ++branches > 0;
    });
    return say("oneOf", std::to_string(branches) + " branches");
  }

  // Keywords that the tables cannot represent.
  bool visit(const AllOfConstraint&) override { return say("allOf", "given"); }
  bool visit(const AnyOfConstraint&) override { return say("anyOf", "given"); }
  bool visit(const ConditionalConstraint&) override { return say("if", "given"); }
  bool visit(const ContainsConstraint&) override { return say("contains", "given"); }
  bool visit(const DependenciesConstraint&) override { return say("dependencies", "given"); }
  bool visit(const FormatConstraint&) override { return say("format", "given"); }
  bool visit(const LinearItemsConstraint&) override { return say("items", "list"); }
  bool visit(const MaxPropertiesConstraint&) override { return say("maxProperties", "given"); }
  bool visit(const MultipleOfDoubleConstraint&) override { return say("multipleOf", "given"); }
  bool visit(const MultipleOfIntConstraint&) override { return say("multipleOf", "given"); }
  bool visit(const NotConstraint&) override { return say("not", "given"); }
  bool visit(const PolyConstraint&) override { return say("unknown constraint", "given"); }

 private:
  bool say(const std::string& keyword, const std::string& value) {
    facts.said[keyword] = value;
    return true;
  }
};

// The same facts from the text of the schema, as in the tables.
std::map<std::string, std::string> facts_of(const Node& schema) {
  std::map<std::string, std::string> said;
  for (const Entry& entry : schema.entries) {
    const std::string& key = entry.key.text;
    const Node& value = entry.value;
    std::set<std::string> words;
    for (const Node& item : value.items) words.insert(item.text);
    for (const Entry& member : value.entries) words.insert(member.key.text);
    if (key == "type" || key == "required") {
      said[key] = value.items.empty() ? value.text : joined(words, ", ");
    } else if (key == "properties") {
      if (!words.empty()) said[key] = joined(words, ", ");
    } else if (key == "enum") {
      said[key] = std::to_string(value.items.size()) + " values";
    } else if (key == "oneOf") {
      said[key] = std::to_string(value.items.size()) + " branches";
    } else if (key == "const") {
      said[key] = "given";
    } else if (key == "items" || key == "propertyNames") {
      said[key] = "schema";
    } else if (key == "additionalProperties") {
      said[key] = value.kind == Node::Kind::mapping ? "schema" : value.text;
    } else if (key == "uniqueItems") {
      if (value.text == "true") said[key] = "true";
    } else if (key == "pattern" || key.substr(0, 3) == "min" || key.substr(0, 3) == "max") {
      said[key] = value.text;
    }
  }
  return said;
}

class Comparison {
 public:
  explicit Comparison(const Source& source) : source_(source) {}

  void compare(const Subschema& model, const Node& node) {
    const Node& schema = referred(node);
    if (!seen_.insert(&schema).second) return;
    Collector collector;
    Subschema::ApplyFunction visit = [&](const valijson::constraints::Constraint& constraint) {
      return constraint.accept(collector);
    };
    model.apply(visit);
    const Facts& facts = collector.facts;
    const auto ours = facts_of(schema);
    if (facts.said != ours) {
      source_.fail(schema.span, "valijson reads this schema as {" + listed(facts.said) + "}, and our tables say {" +
                                    listed(ours) + "}");
    }
    for (const auto& [where, inside] : facts.inside) compare(*inside, child(schema, where));
  }

 private:
  const Node& referred(const Node& node) const {
    const Node* at = &node;
    while (const Node* reference = at->find("$ref")) {
      at = source_.root.find("definitions")->find(reference->text.substr(reference->text.rfind('/') + 1));
    }
    return *at;
  }

  static const Node& child(const Node& schema, const std::string& where) {
    const std::size_t slash = where.find('/');
    const Node& part = *schema.find(where.substr(0, slash));
    if (slash == std::string::npos) return part;
    const std::string name = where.substr(slash + 1);
    return part.kind == Node::Kind::sequence ? part.items[std::stoul(name)] : *part.find(name);
  }

  static std::string listed(const std::map<std::string, std::string>& facts) {
    std::string out;
    for (const auto& [keyword, value] : facts) out += (out.empty() ? "" : "; ") + keyword + ": " + value;
    return out;
  }

  const Source& source_;
  std::set<const Node*> seen_;
};

}  // namespace

void check_model(const Source& source) {
  valijson::Schema model;
  try {
    const nlohmann::json document = nlohmann::json::parse(source.text);
    valijson::SchemaParser parser(valijson::SchemaParser::kDraft7);
    parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(document), model);
  } catch (const std::exception& error) {
    source.fail({}, std::string("not a JSON Schema: ") + error.what());
  }
  Comparison(source).compare(model, source.root);
}

}  // namespace skiff::embed
