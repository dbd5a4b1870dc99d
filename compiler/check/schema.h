#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace skiff {

struct Schema;

/// One property of an object's schema.
struct SchemaProperty {
  std::string_view name;
  const Schema* schema;
  bool required;
};

/// A field that users expect in an object, although it does not exist there.
struct SchemaHint {
  std::string_view field;
  std::string_view text;  ///< what to write instead
};

/// A pattern of the schema, and the function that re2c generated from it at build time. The function needs linear time
/// for any text.
struct Pattern {
  std::string_view text;
  bool (*matches)(const std::string& text) = nullptr;

  bool refuses(const std::string& value) const { return matches && !matches(value); }
};

/// The constraints of schema/cluster.schema.json as constant tables. `embed` writes them at build time from valijson's
/// constraint model, so skiff parses no schema at run time. They cover the part of Draft-07 that the schema uses;
/// anything else in the schema fails the build.
struct Schema {
  enum Type : std::uint8_t { string = 1, integer = 2, number = 4, boolean = 8, object = 16, array = 32 };

  std::uint8_t types = 0;  ///< bits of Type; 0 means any
  std::uint32_t line = 0;  ///< in schema/cluster.schema.json
  std::string_view description;
  std::string_view preset;  ///< `default` as text: a scalar without its quotes, a list as JSON
  bool has_preset = false;
  std::span<const std::string_view> presets;      ///< the items of a list's default as text
  std::span<const std::string_view> enumeration;  ///< allowed scalars as text
  Pattern pattern;                                ///< of the whole value
  std::string_view expect;                        ///< `x-expect`: the pattern as a phrase ("must be …")
  std::span<const std::string_view> examples;
  std::optional<std::int64_t> minimum, maximum;
  std::string_view longest;  ///< `x-most`: the longest time that the field allows
  std::optional<std::uint32_t> min_length, max_length, min_items, max_items, min_properties;
  bool unique_items = false;
  std::span<const SchemaProperty> properties;  ///< in the schema's order
  std::span<const SchemaHint> instead;         ///< `x-instead`
  const Schema* additional = nullptr;          ///< schema of further properties; nullptr forbids them
  Pattern key_pattern;                         ///< `propertyNames.pattern` of a map
  std::string_view key_expect;                 ///< `propertyNames.x-expect`
  const Schema* items = nullptr;
  /// `oneOf`. The branches differ in type, or they are objects and each requires one property that the others lack.
  std::span<const Schema* const> one_of;

  const SchemaProperty* property(std::string_view name) const;
};

/// The root of the cluster's schema.
const Schema& cluster_schema();

/// The path of the schema in the repository. Origins of defaults name this file.
inline constexpr std::string_view schema_file = "schema/cluster.schema.json";

}  // namespace skiff
