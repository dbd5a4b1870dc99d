#include "check/sample.h"

#include "check/checker.h"
#include "check/scalar.h"
#include "read/reader.h"
#include "text/assignment.h"
#include "text/quote.h"

namespace skiff {
namespace {

// A longer list of fields would not help.
constexpr std::size_t max_listed = 20;
// A longer example would not help either; the reference has one.
constexpr std::size_t max_sample = 60;
constexpr int collections = Schema::object | Schema::array;

// Text as it is written in a spec, in quotes if it needs them.
std::string written(std::string_view text, bool is_text) {
  const Node plain{.kind = Node::Kind::scalar, .text = std::string(text)};
  return is_text && scalar_kind(plain) != ScalarKind::text ? quote(text) : std::string(text);
}

// A list or map in one line, with quotes only where they are needed.
std::string flow(const Node& node) {
  std::string parts;
  const auto part = [&](const std::string& text) { parts += (parts.empty() ? "" : ", ") + text; };
  switch (node.kind) {
    case Node::Kind::null:
      return "null";
    case Node::Kind::scalar: {
      const bool plain = node.text.find_first_of(":,[]{}#&*!|>'\"%@` \n") == std::string::npos && !node.text.empty();
      return node.quoted && !plain ? quote(node.text) : written(node.text, node.quoted);
    }
    case Node::Kind::sequence:
      for (const Node& item : node.items) part(flow(item));
      return "[" + parts + "]";
    case Node::Kind::mapping:
      for (const Entry& entry : node.entries) part(flow(entry.key) + ": " + flow(entry.value));
  }
  return "{" + parts + "}";
}

std::string first_example(const Schema& schema) {
  return schema.examples.empty() ? "" : flow(read(schema.examples[0]).root);
}

std::string any_sample(const Schema& schema) {
  const bool is_text = (schema.types & Schema::string) != 0;
  if (schema.types & Schema::object) {
    std::string fields;
    for (const SchemaProperty& property : schema.properties) {
      if (!property.required) continue;
      const std::string value = any_sample(*property.schema);
      if (value.empty()) return {};
      fields += (fields.empty() ? "" : ", ") + std::string(property.name) + ": " + value;
    }
    return fields.empty() ? first_example(schema) : "{" + fields + "}";
  }
  if (schema.types & Schema::array) {
    const std::string item = any_sample(*schema.items);
    return item.empty() ? first_example(schema) : "[" + item + "]";
  }
  if (schema.enumeration.size() == 1) return written(schema.enumeration[0], is_text);
  if (!schema.examples.empty()) return written(schema.examples[0], is_text);
  if (!schema.one_of.empty()) return any_sample(*schema.one_of[0]);
  return schema.enumeration.empty() ? "" : written(schema.enumeration[0], is_text);
}

// The field that the scalar is probably meant for, or nullptr.
const SchemaProperty* field_for(const Node& node, const Schema& schema) {
  const SchemaProperty* fitting = nullptr;
  const SchemaProperty* value_of = nullptr;  // one with fixed values, and the scalar is one of them
  const SchemaProperty* needed = nullptr;
  int fit = 0;
  int of_values = 0;
  int required = 0;
  for (const SchemaProperty& property : schema.properties) {
    const bool collection = property.schema->types != 0 && (property.schema->types & ~collections) == 0;
    const bool fits = !collection && check(node, *property.schema).empty();
    if (fits && fit++ == 0) fitting = &property;
    if (fits && !property.schema->enumeration.empty() && of_values++ == 0) value_of = &property;
    if (property.required && required++ == 0) needed = fits ? &property : nullptr;
  }
  if (of_values == 1) return value_of;
  // Nearly any text fits a field such as `priorityClassName`. It must be the main field.
  const bool telling = fitting && (fitting == &schema.properties[0] || scalar_kind(node) != ScalarKind::text);
  if (fit == 1 && telling) return fitting;
  return required == 1 ? needed : nullptr;
}

}  // namespace

std::string sample(const Schema& schema) {
  std::string value = any_sample(schema);
  return value.size() <= max_sample ? value : std::string();
}

std::string sample_field(std::string_view name, const Schema& schema) {
  const std::string value = sample(schema);
  return value.empty() ? "" : std::string(name) + ": " + value;
}

std::string map_for_scalar(const Node& node, const Schema& schema) {
  if (const auto given = assignment(node.text); given && !node.quoted)
    return "write " + quote(std::string(given->name) + ": " + std::string(given->value));
  const std::string example = sample(schema);
  if (scalar_kind(node) == ScalarKind::boolean) {
    if (node.text == "true" && example == "{}") return "write {} for the defaults";
  } else if (const SchemaProperty* field = field_for(node, schema)) {
    return "write {" + std::string(field->name) + ": " + flow(node) + "}";
  }
  const std::string fields = known_fields(schema);
  if (!fields.empty() || example.empty()) return fields;
  return "for example " + example;
}

std::string known_fields(const Schema& schema) {
  if (schema.properties.empty() || schema.properties.size() > max_listed) return {};
  std::string list;
  for (const SchemaProperty& property : schema.properties)
    list += (list.empty() ? "known fields: " : ", ") + std::string(property.name);
  return list;
}

}  // namespace skiff
