#include <algorithm>

#include "check/scalar.h"
#include "check/visitor.h"
#include "diag/suggest.h"
#include "text/quote.h"

namespace skiff {
namespace {

// A longer list of fields would not help.
constexpr std::size_t max_listed = 8;
// A longer example would not help either; the reference has one.
constexpr std::size_t max_sample = 60;

std::vector<std::string_view> names_of(const Schema& schema) {
  std::vector<std::string_view> names;
  for (const SchemaProperty& property : schema.properties) names.push_back(property.name);
  return names;
}

// The schema of the object that a field holds: directly, as an item of a list, or as one of its forms.
const Schema* object_of(const Schema& schema) {
  if (!schema.properties.empty()) return &schema;
  if (schema.items) return object_of(*schema.items);
  for (const Schema* branch : schema.one_of) {
    if (!branch->properties.empty()) return branch;
  }
  return nullptr;
}

// Text as it is written in a spec, in quotes if it needs them.
std::string written(std::string_view text, bool is_text) {
  const Node plain{.kind = Node::Kind::scalar, .text = std::string(text)};
  return is_text && scalar_kind(plain) != ScalarKind::text ? quote(text) : std::string(text);
}

// A minimal value that the schema allows; empty if the schema has no example.
std::string sample(const Schema& schema) {
  const bool is_text = (schema.types & Schema::string) != 0;
  if (schema.types & Schema::object) {
    std::string fields;
    for (const SchemaProperty& property : schema.properties) {
      if (!property.required) continue;
      const std::string value = sample(*property.schema);
      if (value.empty()) return {};
      fields += (fields.empty() ? "" : ", ") + std::string(property.name) + ": " + value;
    }
    return fields.empty() ? "" : "{" + fields + "}";
  }
  if (schema.types & Schema::array) {
    const std::string item = sample(*schema.items);
    return item.empty() ? "" : "[" + item + "]";
  }
  if (schema.enumeration.size() == 1) return written(schema.enumeration[0], is_text);
  if (!schema.examples.empty()) return written(schema.examples[0], is_text);
  if (!schema.one_of.empty()) return sample(*schema.one_of[0]);
  return schema.enumeration.empty() ? "" : written(schema.enumeration[0], is_text);
}

}  // namespace

void Visitor::visit_object(const Node& node, const Schema& schema, std::string_view name) {
  levels_.push_back({&schema, std::string(name)});
  std::vector<std::string_view> meant;  // known fields that were probably meant by unknown ones
  for (const Entry& entry : node.entries) {
    if (const SchemaProperty* property = schema.property(entry.key.text)) {
      visit(entry.value, *property->schema, entry.key.text);
    } else if (schema.additional) {
      check_key(entry.key, schema);
      visit(entry.value, *schema.additional, entry.key.text);
    } else {
      unknown_field(entry, schema, meant);
    }
  }
  if (schema.min_properties && node.entries.size() < *schema.min_properties) {
    report("SKF112", Problem::invalid, node.span, printed(node),
           "must have at least " + counted(*schema.min_properties, "field"));
  }
  check_required(node, schema, meant);
  levels_.pop_back();
}

void Visitor::check_key(const Node& key, const Schema& schema) {
  if (!schema.key_pattern.refuses(key.text)) return;
  report("SKF116", Problem::invalid, key.span, quote(key.text), "the name " + std::string(schema.key_expect));
}

void Visitor::unknown_field(const Entry& entry, const Schema& schema, std::vector<std::string_view>& meant) {
  const std::string& field = entry.key.text;
  std::string message = "unknown field " + quote(field);
  const std::vector<std::string_view> known = names_of(schema);
  const auto near = suggest(field, known);
  const std::string place = near && same_word(field, *near) ? "" : misplaced(field, schema);
  if (!place.empty()) {
    message += "; " + place;
  } else if (near) {
    meant.push_back(*near);
    message += "; did you mean " + quote(*near) + "?";
  } else if (!known.empty() && known.size() <= max_listed) {
    message += "; known fields: ";
    for (std::size_t i = 0; i < known.size(); ++i) message += (i > 0 ? ", " : "") + std::string(known[i]);
  }
  report("SKF101", Problem::plain, entry.key.span, {}, std::move(message));
}

// A hint if the field exists one level down, or one or two levels up; otherwise empty.
std::string Visitor::misplaced(std::string_view field, const Schema& schema) const {
  const std::string name = quote(field);
  for (const SchemaProperty& property : schema.properties) {
    const Schema* below = object_of(*property.schema);
    if (below && below->property(field)) {
      return name + " belongs one level down, in " + quote(property.name);
    }
  }
  // Further up, a common field such as "name" would match only by chance.
  for (std::size_t up = 1; up < levels_.size() && up <= 2; ++up) {
    const Level& level = levels_[levels_.size() - 1 - up];
    if (!level.schema->property(field)) continue;
    return name + " belongs " + (up == 1 ? "one level" : std::to_string(up) + " levels") + " up, " +
           (level.name.empty() ? "at the top" : "in " + quote(level.name));
  }
  return {};
}

void Visitor::check_required(const Node& node, const Schema& schema, const std::vector<std::string_view>& meant) {
  for (const SchemaProperty& property : schema.properties) {
    if (!property.required || node.find(property.name)) continue;
    if (std::find(meant.begin(), meant.end(), property.name) != meant.end()) continue;
    const std::string value = sample(*property.schema);
    std::string message;
    if (!value.empty() && value.size() <= max_sample) {
      message = property.schema->enumeration.size() == 1 ? "write " : "for example ";
      message += quote(std::string(property.name) + ": " + value);
    }
    report("SKF102", Problem::required, node.span, {}, std::move(message));
    found_.back().child = property.name;
  }
}

}  // namespace skiff
