#include <algorithm>

#include "check/sample.h"
#include "check/scalar.h"
#include "check/visitor.h"
#include "diag/suggest.h"
#include "text/quote.h"

namespace skiff {
namespace {

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

std::string instead_of(std::string_view field, const Schema& schema) {
  for (const SchemaHint& hint : schema.instead)
    if (hint.field == field) return std::string(hint.text);
  return {};
}

}  // namespace

void Visitor::visit_object(const Node& node, const Schema& schema, Slot slot) {
  levels_.push_back({&schema, std::string(slot.name), slot.item});
  std::vector<std::string_view> meant;  // known fields that were probably meant by unknown ones
  for (const Entry& entry : node.entries) {
    if (const SchemaProperty* property = schema.property(entry.key.text)) {
      visit(entry.value, *property->schema, {.name = entry.key.text, .required = property->required});
    } else if (schema.additional) {
      check_key(entry.key, schema);
      visit(entry.value, *schema.additional, {.name = entry.key.text});
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
  const std::vector<std::string_view> known = names_of(schema);
  const auto near = suggest(field, known);
  std::string hint = instead_of(field, schema);
  // `partition` for `partitions` is nearer than a field of that name elsewhere.
  const bool meant_here = near && (same_word(field, *near) || field + "s" == *near);
  if (hint.empty() && !meant_here) hint = misplaced(field, schema);
  if (hint.empty() && near) {
    meant.push_back(*near);
    hint = "did you mean " + quote(*near) + "?";
  }
  if (hint.empty()) hint = known_fields(schema);
  if (hint.empty() && !known.empty()) hint = "`skiff explain " + path_of_levels() + "` lists the known fields";
  report("SKF101", Problem::plain, entry.key.span, {},
         "unknown field " + quote(field) + (hint.empty() ? "" : "; ") + hint);
}

std::string Visitor::path_of_levels() const {
  std::string path;
  for (const Level& level : levels_)
    if (!level.name.empty()) path += (path.empty() ? "" : ".") + level.name;
  return path;
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
    const std::string example = sample_field(property.name, *property.schema);
    std::string message;
    if (!example.empty()) {
      message = property.schema->enumeration.size() == 1 ? "write " : "for example ";
      message += quote(example);
    }
    report("SKF102", Problem::required, node.span, {}, std::move(message));
    found_.back().child = property.name;
  }
}

}  // namespace skiff
